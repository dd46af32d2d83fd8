package io.metasched.service.agent.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Which process, of all that ever had its number.
 *
 * @param pid its number
 * @param startTime when it started, in clock ticks since the machine did
 * @param boot which start of the machine
 */
record ProcessIdentity(long pid, long startTime, String boot) {
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
  // in /proc/PID/stat, counted behind the name, which may hold blanks
  private static final int STATE = 0;
  private static final int START_TIME = 19;

  /** As a supervisor wrote it: number, start time, boot, and a dot at its end. */
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

  /** The process that has this number now. */
  static Optional<ProcessIdentity> of(long pid) {
    return stat(pid)
        .map(words -> new ProcessIdentity(pid, Long.parseLong(words[START_TIME]), currentBoot()));
  }

  /** Whether it still runs; one that has ended and was not waited for does not. */
  boolean isAlive() {
    return boot.equals(currentBoot())
        && stat(pid)
            .filter(words -> Long.parseLong(words[START_TIME]) == startTime)
            .filter(words -> !words[STATE].equals("Z") && !words[STATE].equals("X"))
            .isPresent();
  }

  /** Kills it, and nothing else that may have its number now. */
  void kill() {
    // the handle knows the start time as well, and is there before the number is looked at
    var handle = ProcessHandle.of(pid);
    if (isAlive()) {
      handle.ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  /** Which start of the machine this is; empty where the system has no such thing. */
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
