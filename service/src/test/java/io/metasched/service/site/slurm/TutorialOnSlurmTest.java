package io.metasched.service.site.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.deployment.FreePort;
import io.metasched.metascheduler.program.Metasched;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands of the tutorial on two Slurm sites, run as a script with two real clusters. */
@Tag("slow")
@Tag("slurm")
final class TutorialOnSlurmTest {
  private static final Pattern BLOCK = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);
  private static final Pattern STARTED =
      Pattern.compile("^(\\d+\\.\\d+)\n((?:east|west|local)-\\d)$", Pattern.MULTILINE);

  @TempDir private Path folder;

  private static Path page() {
    var page = "docs/tutorials/two-slurm-sites.md";
    var root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve(page))) {
      root = root.getParent();
    }
    return root.resolve(page);
  }

  /** Returns all commands of the page, with free ports. */
  private static String commands() throws IOException {
    var all = new StringBuilder("set -eu\ntrap 'kill $(jobs -p) 2>/dev/null; wait' EXIT\n");
    var block = BLOCK.matcher(Files.readString(page()));
    while (block.find()) {
      all.append(block.group(1));
    }
    var text = all.toString();
    for (var port : List.of("8080", "2560", "2561", "2562")) {
      text = text.replace(port, String.valueOf(FreePort.find()));
    }
    return text;
  }

  /** Writes the program {@code metasched}, and its settings for an agent that is root. */
  private void install() throws IOException {
    var conf = Files.createDirectories(folder.resolve("home/conf"));
    Files.writeString(conf.resolve("agent.conf"), "metasched.agent.site.slurm.user = \"nobody\"\n");
    var program = Files.createDirectories(folder.resolve("bin")).resolve("metasched");
    Files.writeString(
        program,
        "#!/bin/sh\nexec '%s' -Xmx128m -XX:TieredStopAtLevel=1 '-Dmetasched.home=%s' -cp '%s' %s \"$@\"\n"
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                folder.resolve("home"),
                System.getProperty("java.class.path"),
                Metasched.class.getName()));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  @Timeout(420)
  void everyCommandOfTheTutorialWorks() throws Exception {
    RealSlurm.requirePrograms();
    install();
    var script = folder.resolve("tutorial.sh");
    Files.writeString(script, commands());
    try (var east = RealSlurm.start(2);
        var west = RealSlurm.start(2)) {
      var builder =
          new ProcessBuilder("bash", script.toString())
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("output").toFile());
      var environment = builder.environment();
      environment.put("PATH", folder.resolve("bin") + ":" + environment.get("PATH"));
      environment.put("EAST", east.folder().resolve("slurm.conf").toString());
      environment.put("WEST", west.folder().resolve("slurm.conf").toString());
      var run = builder.start();
      try {
        assertThat(run.waitFor(6, TimeUnit.MINUTES)).as(this::output).isTrue();
        assertThat(run.exitValue()).as(this::output).isZero();
      } finally {
        run.descendants().forEach(ProcessHandle::destroyForcibly);
        run.destroyForcibly().onExit().join();
      }
    }
    var output = output();
    var starts = new ArrayList<Double>();
    var nodes = new ArrayList<String>();
    var started = STARTED.matcher(output);
    while (started.find()) {
      starts.add(Double.parseDouble(started.group(1)));
      nodes.add(started.group(2));
    }
    assertThat(nodes)
        .as(output)
        .containsExactlyInAnyOrder("east-1", "east-2", "west-1", "west-2", "local-1");
    double first = starts.stream().mapToDouble(start -> start).min().orElseThrow();
    assertThat(starts).allSatisfy(start -> assertThat(start - first).isLessThan(10));
    assertThat(output).contains("ReservationName=ms-").contains("local-job until");
  }

  private String output() {
    try {
      return Files.readString(folder.resolve("output"));
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
