// Starts the Python beside this program with Hexmate. Built twice: hexmate.exe for the console passes
// its arguments on and waits; Hexmate-window.exe (-DWINDOW) opens the game in a window of its own.
#include <stdio.h>
#include <wchar.h>
#include <windows.h>

#ifdef WINDOW
static const wchar_t kPython[] = L"pythonw.exe";
static const wchar_t kCommand[] = L"-m hexmate window";
#else
static const wchar_t kPython[] = L"python.exe";
static const wchar_t kCommand[] = L"-m hexmate";
#endif

// What follows the program's own name on the command line, as it was written.
static const wchar_t *arguments(void) {
  const wchar_t *rest = GetCommandLineW();
  int quoted = 0;
  for (; *rest && (quoted || (*rest != L' ' && *rest != L'\t')); rest++)
    if (*rest == L'"') quoted = !quoted;
  return rest;
}

int main(void) {
  static wchar_t folder[32768], command[65536];
  DWORD length = GetModuleFileNameW(NULL, folder, 32768);
  while (length > 0 && folder[length - 1] != L'\\') length--;
  folder[length] = 0;
  if (swprintf(command, 65536, L"\"%ls%ls\" %ls%ls", folder, kPython, kCommand, arguments()) < 0) {
    fputs("hexmate: the command line is too long\n", stderr);
    return 2;
  }
  STARTUPINFOW startup = {.cb = sizeof startup};
  PROCESS_INFORMATION process;
  SetConsoleCtrlHandler(NULL, FALSE);
  if (!CreateProcessW(NULL, command, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &process)) {
    fputs("hexmate: the Python of this folder cannot be started; install Hexmate again\n", stderr);
    return 2;
  }
#ifndef WINDOW
  // Ctrl-C is for Python, which ends cleanly; this program ends when it has.
  SetConsoleCtrlHandler(NULL, TRUE);
#endif
  DWORD status = 2;
  WaitForSingleObject(process.hProcess, INFINITE);
  GetExitCodeProcess(process.hProcess, &status);
  return (int)status;
}
