package io.metasched.lab.campaign;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.metasched.lab.check.Evidence;
import io.metasched.lab.check.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/** Folder of a seed's evidence for manual inspection. */
final class EvidenceFolder {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final Path folder;

  EvidenceFolder(Path folder) {
    this.folder = folder;
  }

  /** Writes the evidence and the findings to the folder, and saves the files on the disk. */
  void keep(Evidence evidence, List<Finding> findings, SmallDisk disk) throws IOException {
    Files.write(folder.resolve("findings.txt"), findings.stream().map(Finding::toString).toList());
    JSON.writeValue(folder.resolve("jobs.json").toFile(), evidence.jobs());
    JSON.writeValue(folder.resolve("accounts.json").toFile(), evidence.accounts());
    JSON.writeValue(folder.resolve("ledgers.json").toFile(), evidence.ledgers());
    JSON.writeValue(folder.resolve("reservations.json").toFile(), evidence.claims());
    JSON.writeValue(folder.resolve("watched.json").toFile(), evidence.watched());
    for (var site : evidence.sites()) {
      JSON.writeValue(folder.resolve("site-%s.json".formatted(site.domain())).toFile(), site);
    }
    if (disk.isMounted()) {
      copy(folder.resolve("data"), folder.resolve("data-kept"));
    }
  }

  /** Copies a folder with cp -a. */
  static void copy(Path from, Path to) throws IOException {
    new ProcessBuilder("cp", "-a", from.toString(), to.toString())
        .redirectErrorStream(true)
        .start()
        .onExit()
        .join();
  }

  /** Deletes the folder if it exists. */
  void delete() throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
