/* Preloaded into a program: its wall clock is off by the seconds in the file $HEXMATE_CLOCK.
   Monotonic clocks run as ever, as they do when you set the clock of a machine. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile const int64_t* offset;
static int (*real)(clockid_t, struct timespec*);

__attribute__((constructor)) static void begin(void) {
  const char* path = getenv("HEXMATE_CLOCK");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  real = (int (*)(clockid_t, struct timespec*))dlsym(RTLD_NEXT, "clock_gettime");
  if (file < 0) return;
  void* found = mmap(0, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (found != MAP_FAILED) offset = found;
}

int clock_gettime(clockid_t clock, struct timespec* now) {
  if (!real) begin();
  int status = real(clock, now);
  if (!status && offset && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
    now->tv_sec += *offset;
  return status;
}

int gettimeofday(struct timeval* restrict now, void* restrict zone) {
  struct timespec found;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &found);
  now->tv_sec = found.tv_sec;
  now->tv_usec = found.tv_nsec / 1000;
  return 0;
}

time_t time(time_t* result) {
  struct timespec found;
  clock_gettime(CLOCK_REALTIME, &found);
  if (result) *result = found.tv_sec;
  return found.tv_sec;
}
