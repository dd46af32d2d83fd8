package io.metasched.service.agent.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Identity of a process that stays unique when its pid is reused.
 *
 * @param pid process id
 * @param startTime start time in clock ticks since the machine was booted
 * @param boot id of the boot
 */
record ProcessIdentity(long pid, long startTime, String boot) {
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
  // indexes in /proc/PID/stat, counted after the name, which may contain blanks
  private static final int STATE = 0;
  private static final int START_TIME = 19;

  /** Parses the line of a supervisor: pid, start time, boot id, and a dot at the end. */
  static Optional<ProcessIdentity> parse(String line) {
    var words = line.strip().split(" ", -1);
    if (words.length != 4 || !words[3].equals(".")) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new ProcessIdentity(Long.parseLong(words[0]), Long.parseLong(words[1]), words[2]));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Returns the process that currently has this pid. */
  static Optional<ProcessIdentity> of(long pid) {
    return stat(pid)
        .map(words -> new ProcessIdentity(pid, Long.parseLong(words[START_TIME]), currentBoot()));
  }

  /** Returns whether the process still runs; a zombie does not. */
  boolean isAlive() {
    return boot.equals(currentBoot())
        && stat(pid)
            .filter(words -> Long.parseLong(words[START_TIME]) == startTime)
            .filter(words -> !words[STATE].equals("Z") && !words[STATE].equals("X"))
            .isPresent();
  }

  /** Kills this process, but not another process that may have its pid now. */
  void kill() {
    // the handle also includes the start time, and is obtained before the check
    var handle = ProcessHandle.of(pid);
    if (isAlive()) {
      handle.ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  /** Returns the id of the current boot; empty if the system has none. */
  static String currentBoot() {
    return read(BOOT).map(String::strip).orElse("");
  }

  private static Optional<String[]> stat(long pid) {
    return read(Path.of("/proc/" + pid + "/stat"))
        .map(text -> text.substring(text.lastIndexOf(')') + 1).strip().split(" ", -1))
        .filter(words -> words.length > START_TIME);
  }

  private static Optional<String> read(Path file) {
    try {
      return Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }
}
