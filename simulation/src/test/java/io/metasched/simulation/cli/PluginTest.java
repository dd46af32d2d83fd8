package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** User-defined policy, compiled here and loaded from its jar. */
final class PluginTest {
  private static final String SERVICE =
      "META-INF/services/io.metasched.metascheduler.policy.PolicyProvider";

  /**
   * Source of a policy that plans like the baseline fcfs, but schedules the last job of the queue
   * first.
   */
  private static final String SOURCE =
      """
      package own;

      import io.metasched.metascheduler.cycle.*;
      import io.metasched.metascheduler.model.PostponeReason;
      import io.metasched.metascheduler.policy.*;
      import io.metasched.resource.model.Criterion;
      import java.util.*;

      public final class LastComeFirstServed implements PolicyProvider {
        @Override public String name() { return "NAME"; }
        @Override public String summary() { return "the last job of the queue goes first"; }

        @Override public SortedMap<String, String> options() {
          return new TreeMap<>(Map.of("skip", "0"));
        }

        @Override public SchedulingPolicy create(PolicySettings settings) {
          int skip = settings.whole("skip", 0, 9);
          return snapshot -> {
            var slots = snapshot.slots().copy();
            var decisions = new ArrayList<Decision>();
            var queue = new ArrayList<>(snapshot.queue());
            Collections.reverse(queue);
            for (var job : queue) {
              var request = job.request(snapshot.horizon(), snapshot.granularityTicks());
              var found = settings.search().find(slots, request, Criterion.START).window();
              if (found.isPresent() && decisions.size() >= skip) {
                slots.subtract(found.get());
                decisions.add(new Decision.Place(job.id(), found.get(), 1, false, true));
              } else {
                decisions.add(
                    new Decision.Postpone(job.id(), PostponeReason.NO_ALTERNATIVE, 0));
              }
            }
            return new Plan(decisions);
          };
        }
      }
      """;

  @TempDir private static Path shared;
  @TempDir private Path folder;
  private static Path jar;

  @BeforeAll
  static void buildTheJar() throws IOException {
    jar = jar("own.jar", "lcfs");
  }

  @Test
  void aPolicyOfAJarIsListedWithItsOptions() {
    assertThat(CommandRun.of("policies", "--plugins", jar).done())
        .contains("css", "lcfs", "the last job of the queue goes first {skip=0}");
  }

  @Test
  void aPolicyOfAJarRunsIsCheckedAndRunsAgain() throws IOException {
    var out = folder.resolve("out");

    var json =
        CommandRun.of(
                "simulate",
                "--plugins",
                jar,
                "--policy",
                "fcfs,lcfs",
                "--cycles",
                3,
                "--json",
                "--out",
                out)
            .done();

    var policies = new ObjectMapper().readTree(json).path("policies");
    assertThat(policies.path(1).path("policy").asText()).isEqualTo("lcfs");
    assertThat(policies.path(1).path("finished").asInt()).isPositive();
    assertThat(policies.findValuesAsText("violations")).containsOnly("0");
    assertThat(policies.findValuesAsText("placementsDigest")).doesNotHaveDuplicates();
    assertThat(CommandRun.of("check", out).done()).contains("runs checked: 2, violations: 0");
    assertThat(CommandRun.of("rerun", out, "--plugins", jar).done())
        .contains("lcfs: the same placements");
  }

  @Test
  void itsOptionsAreSetAndCheckedLikeThoseOfOthers() {
    var before = CommandRun.content(folder);
    var arguments =
        new Object[] {
          "validate", "--plugins", jar, "--policy", "lcfs", "--set", "policy.lcfs.skip=10"
        };

    CommandRun.of(arguments).refusedLeaving(folder, before, "policy.lcfs.skip", "0 to 9", "'10'");
    arguments[6] = "policy.lcfs.skip=3";
    CommandRun.of(arguments).done();
  }

  @Test
  void aNameThatIsTakenOrNoneIsRefused() throws IOException {
    for (var name : List.of("css", "../css", "", "Upper")) {
      var other = jar("other.jar", name);
      var before = CommandRun.content(folder);

      CommandRun.of("policies", "--plugins", other)
          .refusedLeaving(folder, before, "other.jar", "'" + name + "'");
    }
  }

  private static Path jar(String file, String policy) throws IOException {
    var work = Files.createTempDirectory(shared, "classes");
    var source = work.resolve("LastComeFirstServed.java");
    Files.writeString(source, SOURCE.replace("NAME", policy));
    var classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-cp", classPath, "-d", work.toString(), source.toString());
    assertThat(compiled).isZero();
    var jar = shared.resolve(file);
    try (var zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      zip.putNextEntry(new ZipEntry(SERVICE));
      zip.write("own.LastComeFirstServed\n".getBytes(StandardCharsets.UTF_8));
      for (var type : CommandRun.content(work.resolve("own"))) {
        if (Files.isRegularFile(type)) {
          zip.putNextEntry(new ZipEntry("own/" + type.getFileName()));
          zip.write(Files.readAllBytes(type));
        }
      }
    }
    return jar;
  }
}
