/* The runtime of an AppImage of type 2: an ELF file with a SquashFS image at its end.
 *
 * It needs neither FUSE nor rights: it unpacks the image into a temporary folder, runs AppRun there and
 * removes the folder. `--appimage-offset` prints where the image begins, `--appimage-extract` unpacks it into
 * ./squashfs-root. packaging/appimage.py links it with Debian's libsquashfuse. */
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <squashfuse/squashfuse.h>

enum { PIECE = 1 << 20 };

static pid_t child;
/* The folder to remove at the end. */
static char temporary[PATH_MAX / 2];

static int remove_one(const char* path, const struct stat* found, int kind, struct FTW* place) {
  (void)found, (void)kind, (void)place;
  return remove(path);
}

static void clean_up(void) {
  if (temporary[0]) nftw(temporary, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void fail(const char* what) {
  fprintf(stderr, "AppImage: %s: %s\n", what, errno ? strerror(errno) : "the file is damaged");
  exit(127);
}

/* Where this program ends: behind its table of sections. */
static size_t image_offset(const char* self) {
  Elf64_Ehdr head;
  const int file = open(self, O_RDONLY);
  if (file < 0 || read(file, &head, sizeof head) != sizeof head) fail(self);
  close(file);
  return head.e_shoff + (size_t)head.e_shentsize * head.e_shnum;
}

static void write_file(sqfs* image, sqfs_inode* inode, const char* path) {
  static char piece[PIECE];
  const int file = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0700);
  if (file < 0) fail(path);
  for (sqfs_off_t at = 0; at < (sqfs_off_t)inode->xtra.reg.file_size;) {
    sqfs_off_t size = PIECE;
    errno = 0;
    if (sqfs_read_range(image, inode, at, &size, piece) || size <= 0) fail(path);
    if (write(file, piece, (size_t)size) != size) fail(path);
    at += size;
  }
  if (fchmod(file, inode->base.mode & 0777) || close(file)) fail(path);
}

static void write_link(sqfs* image, sqfs_inode* inode, const char* path) {
  char target[PATH_MAX];
  size_t size = sizeof target;
  if (sqfs_readlink(image, inode, target, &size) || symlink(target, path)) fail(path);
}

/* Unpack the image into a folder that exists. */
static void unpack(const char* self, size_t offset, const char* folder) {
  sqfs image;
  sqfs_traverse walk;
  sqfs_err error = SQFS_OK;
  errno = 0;
  if (sqfs_open_image(&image, self, offset)) fail(self);
  if (sqfs_traverse_open(&walk, &image, sqfs_inode_root(&image))) fail(self);
  while (sqfs_traverse_next(&walk, &error)) {
    char path[PATH_MAX];
    sqfs_inode inode;
    if (walk.dir_end) continue;
    snprintf(path, sizeof path, "%s/%s", folder, walk.path);
    if (sqfs_inode_get(&image, &inode, sqfs_dentry_inode(&walk.entry))) fail(path);
    if (S_ISDIR(inode.base.mode)) {
      if (mkdir(path, 0755) && errno != EEXIST) fail(path);
    } else if (S_ISLNK(inode.base.mode)) {
      write_link(&image, &inode, path);
    } else {
      write_file(&image, &inode, path);
    }
  }
  if (error) fail(self);
  sqfs_traverse_close(&walk);
}

static void pass_on(int number) {
  if (child > 0) kill(child, number);
}

/* Run AppRun in the folder with the words of this program; what it ended with. */
static int run(const char* self, const char* folder, char** words) {
  char program[PATH_MAX];
  int status = 0;
  snprintf(program, sizeof program, "%s/AppRun", folder);
  signal(SIGINT, SIG_IGN); /* the terminal tells the child itself */
  signal(SIGTERM, pass_on);
  signal(SIGHUP, pass_on);
  child = fork();
  if (child == 0) {
    signal(SIGINT, SIG_DFL);
    setenv("APPIMAGE", self, 1);
    setenv("APPDIR", folder, 1);
    temporary[0] = '\0'; /* the parent removes it */
    words[0] = program;
    execv(program, words);
    fail(program);
  }
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return 127;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int main(int count, char** words) {
  char self[PATH_MAX] = "";
  const char* place = getenv("TMPDIR");
  if (readlink("/proc/self/exe", self, sizeof self - 1) < 0) fail("/proc/self/exe");
  const size_t offset = image_offset(self);
  if (count > 1 && strcmp(words[1], "--appimage-offset") == 0) return printf("%zu\n", offset) < 0;
  if (count > 1 && strcmp(words[1], "--appimage-extract") == 0) {
    if (mkdir("squashfs-root", 0755) && errno != EEXIST) fail("squashfs-root");
    unpack(self, offset, "squashfs-root");
    return 0;
  }
  char name[sizeof temporary];
  snprintf(name, sizeof name, "%s/hexmate-XXXXXX", place && *place ? place : "/tmp");
  if (mkdtemp(name) == NULL) fail(name);
  strcpy(temporary, name);
  atexit(clean_up);
  unpack(self, offset, temporary);
  return run(self, temporary, words);
}
