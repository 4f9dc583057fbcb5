// Errors without exceptions: the message goes to the host, whose function does not come back. What
// the module was doing is lost, so the host must make a new instance.
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <typeinfo>

#include "board/types.hpp"

extern "C" {

__attribute__((import_module("host"), import_name("fail"))) [[noreturn]] void host_fail(
    const char* message, std::size_t length);

void* __cxa_allocate_exception(std::size_t size) { return std::malloc(size); }
void __cxa_free_exception(void* thrown) { std::free(thrown); }

[[noreturn]] void __cxa_throw(void* thrown, void* type, void (*)(void*)) {
  const bool ours = *static_cast<const std::type_info*>(type) == typeid(hexcore::Error);
  const char* message =
      ours ? static_cast<hexcore::Error*>(thrown)->what() : "the engine has no memory left";
  host_fail(message, std::strlen(message));
}

// Nothing is ever caught, so none of these is reached.
void* __cxa_begin_catch(void*) { std::abort(); }
void __cxa_end_catch() { std::abort(); }
[[noreturn]] void __cxa_rethrow() { std::abort(); }
int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }
}
