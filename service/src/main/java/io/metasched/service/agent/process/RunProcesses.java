package io.metasched.service.agent.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Processes of a run, as this machine shows them. */
final class RunProcesses {
  private RunProcesses() {}

  /** Returns what the processes of a run have open, as links in /proc; they may be gone soon. */
  static List<Path> openFiles(Run run) {
    var open = new ArrayList<Path>();
    run.folder().supervisors().stream()
        .flatMap(supervisor -> ProcessHandle.of(supervisor.pid()).stream())
        .flatMap(ProcessHandle::descendants)
        .forEach(process -> addOpen(process.pid(), open));
    return open;
  }

  private static void addOpen(long pid, List<Path> open) {
    try (Stream<Path> files = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      files.forEach(open::add);
    } catch (IOException gone) {
      // it has none any more
    }
  }
}
