// Stands in for a browser in trials: it reads the page of --app=URL, and ends as a window that is closed.
#include <urlmon.h>
#include <wchar.h>
#include <windows.h>

int wmain(int count, wchar_t** words) {
  static const wchar_t kOption[] = L"--app=";
  const size_t length = wcslen(kOption);
  if (count < 2 || wcsncmp(words[1], kOption, length) != 0) return 2;
  return FAILED(URLDownloadToFileW(NULL, words[1] + length, L"C:\\page.html", 0, NULL));
}
