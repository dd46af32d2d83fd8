package io.metasched.service.agent.process;

import io.metasched.service.run.RunSpec;
import io.metasched.service.run.StagedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/** Input files of a run in its working folder, and their owner. */
final class RunInput {
  private RunInput() {}

  /**
   * Writes the input of a run, and restricts the working folder to its owner.
   *
   * @param owner owner of the working folder; empty for the agent's user
   */
  static void lay(RunSpec spec, Optional<JobUsers.Ids> owner, Path work) throws IOException {
    for (StagedFile file : spec.input()) {
      var target = work.resolve(file.path()).normalize();
      if (!target.startsWith(work)) {
        throw new IOException("input '%s' leads out of the working folder".formatted(file.path()));
      }
      var parent = target.getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      Files.write(target, file.bytes(), StandardOpenOption.CREATE_NEW);
    }
    if (owner.isPresent()) {
      own(work, owner.get());
    }
    Files.setPosixFilePermissions(work, PosixFilePermissions.fromString("rwx------"));
  }

  /** Gives a folder and everything in it to a user. */
  static void own(Path folder, JobUsers.Ids owner) throws IOException {
    try (var all = Files.walk(folder)) {
      for (var each : (Iterable<Path>) all::iterator) {
        Files.setAttribute(each, "unix:gid", owner.gid(), LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(each, "unix:uid", owner.uid(), LinkOption.NOFOLLOW_LINKS);
      }
    }
  }
}
