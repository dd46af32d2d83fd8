package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.metascheduler.fixture.PluginJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plug-ins that fail in every possible way: one line names the jar, the policy and the step. */
@Tag("processes")
final class HostilePluginTest {
  private static final int SECONDS = 900;

  private static final String SOURCE =
      """
      import io.metasched.metascheduler.cycle.*;
      import io.metasched.metascheduler.model.PostponeReason;
      import io.metasched.metascheduler.policy.*;
      import java.nio.file.*;
      import java.util.*;

      public final class Hostile implements PolicyProvider {
        static {
          if (mode().equals("loaded")) {
            write("loaded");
          } else if (mode().equals("init")) {
            throw new IllegalStateException("boom");
          }
        }

        static String mode() { return System.getProperty("hostile", "MODE"); }

        static void write(String mark) {
          try {
            Files.writeString(Path.of("MARK"), mark);
          } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        }

        static int deeper(int n) { return deeper(n + 1) + 1; }

        @Override public String name() { return mode().equals("no-name") ? null : "hostile"; }
        @Override public String summary() { return mode().equals("no-summary") ? null : "bad"; }

        @Override public SortedMap<String, String> options() {
          if (mode().equals("options")) throw new IllegalStateException("boom");
          return new TreeMap<>();
        }

        @Override public SchedulingPolicy create(PolicySettings settings) {
          if (mode().equals("create")) throw new IllegalStateException("boom");
          if (mode().equals("create-exit")) System.exit(0);
          if (mode().equals("create-null")) return null;
          return snapshot -> {
            var decisions = new ArrayList<Decision>();
            switch (mode()) {
              case "throw" -> throw new IllegalStateException("boom");
              case "error" -> throw new AssertionError("boom");
              case "plain-error" -> throw new Error("boom");
              case "thread-death" -> throw new ThreadDeath();
              case "null" -> { return null; }
              case "class" -> new Missing();
              case "deep" -> deeper(0);
              case "exit" -> System.exit(0);
              case "thread" -> exitElsewhere();
              case "null-list" -> { return new Plan(null); }
              case "empty" -> { return new Plan(List.of()); }
              default -> { }
            }
            for (var job : snapshot.queue()) {
              if (mode().equals("null-window")) {
                decisions.add(new Decision.Place(job.id(), null, 1, false, true));
              }
              decisions.add(new Decision.Postpone(job.id(), PostponeReason.NO_ALTERNATIVE, 0));
            }
            return new Plan(decisions);
          };
        }

        static void exitElsewhere() {
          var thread = new Thread(() -> System.exit(0));
          thread.start();
          try {
            thread.join();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        }
      }

      final class Missing {}
      """;

  private static final String HALTING =
      """
      import io.metasched.metascheduler.policy.*;

      public final class Halting implements PolicyProvider {
        @Override public String name() { return "halting"; }
        @Override public String summary() { return "bad"; }
        @Override public SchedulingPolicy create(PolicySettings settings) {
          Runtime.getRuntime().halt(0);
          return null;
        }
      }
      """;

  @TempDir private Path folder;

  private Path jar(String mode) throws IOException {
    var text = SOURCE.replace("MODE", mode).replace("MARK", folder.resolve("mark").toString());
    return PluginJar.compile(Files.createDirectory(folder.resolve("jar-" + mode)), "Hostile", text);
  }

  @ParameterizedTest
  @CsvSource({
    "init, Hostile, boom",
    "no-name, name, null",
    "no-summary, 'policy hostile, summary', null",
    "options, 'policy hostile, options', boom",
    "create, 'policy hostile, create', boom",
    "create-null, 'policy hostile, create', null"
  })
  void failuresBeforeTheRunAreBadInput(String mode, String step, String why) throws IOException {
    var jar = jar(mode);
    var content = CommandRun.content(folder);

    var run = simulate(jar, "actors");

    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).startsWith("metasched: ").contains("Hostile.jar", step, why);
    assertThat(run.exit()).as(run.err()).isEqualTo(2);
    assertThat(CommandRun.content(folder)).isEqualTo(content);
  }

  @ParameterizedTest
  @CsvSource({
    "throw, boom",
    "error, boom",
    "plain-error, boom",
    "thread-death, ThreadDeath",
    "null, null",
    "class, 'NoClassDefFoundError: Missing'",
    "deep, StackOverflowError",
    "null-list, NullPointerException",
    "empty, no decision about job",
    "null-window, a place without a window"
  })
  void failuresInTheRunEndIt(String mode, String why) throws IOException {
    var jar = jar(mode);
    var content = CommandRun.content(folder);

    for (var driver : List.of("engine", "actors")) {
      var run = simulate(jar, driver);

      assertThat(run.err().lines()).as(driver + ": " + run.err()).hasSize(1);
      assertThat(run.err())
          .startsWith("metasched: the run failed: plug-in Hostile.jar: policy hostile, plan of")
          .contains(why);
      assertThat(run.exit()).isEqualTo(1);
      assertThat(CommandRun.content(folder)).isEqualTo(content);
    }
  }

  private CommandRun simulate(Path jar, String driver) {
    return CommandRun.of(
        "simulate",
        "--plugins",
        jar,
        "--policy",
        "hostile",
        "--cycles",
        2,
        "--driver",
        driver,
        "--out",
        folder.resolve("out"));
  }

  @Test
  void aJarThatHaltsIsNotLoaded() throws IOException {
    var jar = PluginJar.compile(folder, "Halting", HALTING);
    var content = CommandRun.content(folder);

    CommandRun.of("policies", "--plugins", jar)
        .refusedLeaving(folder, content, "Halting.jar", "class Halting", "Runtime.halt");
  }

  @ParameterizedTest
  @CsvSource({
    "exit, 'policy hostile, plan of cycle 0'",
    "create-exit, 'policy hostile, create'",
    "thread, Hostile.jar"
  })
  @Tag("slow")
  void aPlugInThatEndsTheProgramIsNamed(String mode, String step) throws Exception {
    var jar = jar(mode);
    var before = CommandRun.content(folder).size();
    var command = List.of("simulate", "--plugins", jar.toString(), "--policy", "hostile");

    var process = CommandProcess.start(folder, command);
    assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();

    var said = Files.readString(folder.resolve("stderr"));
    assertThat(said.lines()).as(said).hasSize(1);
    assertThat(said).startsWith("metasched: the run failed: plug-in Hostile.jar").contains(step);
    assertThat(said).contains("ended the program");
    assertThat(process.exitValue()).isEqualTo(1);
    assertThat(Files.readString(folder.resolve("stdout"))).isEmpty();
    assertThat(CommandRun.content(folder)).hasSize(before + 2); // stdout and stderr
  }

  @Test
  void aResultFolderLoadsNoJar() throws IOException {
    var jar = jar("loaded");
    var mark = folder.resolve("mark");
    assertThat(simulate(jar, "engine").exit()).isZero();
    assertThat(mark).exists();
    Files.delete(mark);
    var out = folder.resolve("out");
    var other = jar("create");
    var content = CommandRun.content(folder);

    CommandRun.of("rerun", out)
        .refusedLeaving(folder, content, "needs the plug-in Hostile.jar (SHA-256 ", "--plugins");
    CommandRun.of("rerun", out, "--plugins", other)
        .refusedLeaving(folder, content, "needs the plug-in Hostile.jar (SHA-256 ");
    CommandRun.of("rerun", out, "--plugins", jar + "," + other)
        .refusedLeaving(folder, content, "is not a plug-in of", "Hostile.jar");
    for (var read : List.of("check", "explain", "compare")) {
      var last = read.equals("compare") ? out : "1";
      var run = read.equals("check") ? CommandRun.of(read, out) : CommandRun.of(read, out, last);
      assertThat(run.exit()).as(run.err()).isZero();
    }
    assertThat(mark).doesNotExist();
    assertThat(CommandRun.of("rerun", out, "--plugins", jar).done()).contains("the same");
  }

  @Test
  void aPathInAResultFolderIsNoPlugIn() throws IOException {
    var jar = jar("loaded");
    var out = folder.resolve("out");
    assertThat(CommandRun.of("simulate", "--cycles", 1, "--out", out).exit()).isZero();
    var file = out.resolve("summary.json").toFile();
    var json = new ObjectMapper();
    var summary = (ObjectNode) json.readTree(file);
    summary.putArray("plugins").add(jar.toString());
    json.writeValue(file, summary);
    var content = CommandRun.content(folder);

    CommandRun.of("rerun", out)
        .refusedLeaving(folder, content, "plugins: allowed is a name and a sha256");

    assertThat(folder.resolve("mark")).doesNotExist();
  }
}
