package io.metasched.lab.campaign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Sender of signals to processes. */
final class Signals {
  private Signals() {}

  /**
   * Sends a signal; processes that have ended are ignored.
   *
   * @param name name without SIG
   */
  static void send(String name, List<Long> pids) {
    var command = new ArrayList<>(List.of("kill", "-" + name));
    pids.forEach(pid -> command.add(String.valueOf(pid)));
    try {
      new ProcessBuilder(command).redirectErrorStream(true).start().onExit().join();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
