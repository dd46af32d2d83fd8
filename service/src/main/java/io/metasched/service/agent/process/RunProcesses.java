package io.metasched.service.agent.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Processes of a run, as reported by this machine. */
final class RunProcesses {
  private RunProcesses() {}

  /**
   * Returns the open files of a run's processes as links in /proc, which may vanish at any time.
   */
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
      // the process has ended
    }
  }
}
