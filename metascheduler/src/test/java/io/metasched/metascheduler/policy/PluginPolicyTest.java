package io.metasched.metascheduler.policy;

import static io.metasched.metascheduler.fixture.CycleFixture.cycle;
import static io.metasched.metascheduler.fixture.CycleFixture.outcomes;
import static io.metasched.metascheduler.fixture.JobFixture.job;
import static io.metasched.metascheduler.fixture.SlotPicture.slots;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.metasched.metascheduler.fixture.CycleFixture;
import io.metasched.metascheduler.fixture.PluginJar;
import io.metasched.metascheduler.fixture.SchedulingPolicyContract;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Custom policy in a separate jar: found by name, and checked for conformance. */
final class PluginPolicyTest implements SchedulingPolicyContract {
  private static final String EACH_AT_ITS_CHEAPEST =
      """
      import io.metasched.metascheduler.cycle.*;
      import io.metasched.metascheduler.model.PostponeReason;
      import io.metasched.metascheduler.policy.*;
      import io.metasched.resource.model.Criterion;
      import java.util.ArrayList;

      public final class Thrifty implements PolicyProvider {
        public String name() {
          return "thrifty-1";
        }

        public String summary() {
          return "each job in its cheapest window";
        }

        public SchedulingPolicy create(PolicySettings settings) {
          return snapshot -> {
            var slots = snapshot.slots().copy();
            var decisions = new ArrayList<Decision>();
            for (var job : snapshot.queue()) {
              var request = job.request(snapshot.horizon(), snapshot.granularityTicks());
              var found = settings.search().find(slots, request, Criterion.COST).window();
              found.ifPresent(slots::subtract);
              decisions.add(
                  found
                      .<Decision>map(w -> new Decision.Place(job.id(), w, 1, false, false))
                      .orElse(new Decision.Postpone(job.id(), PostponeReason.NO_ALTERNATIVE, 0)));
            }
            return new Plan(decisions);
          };
        }
      }
      """;

  @TempDir static Path folder;
  private static URLClassLoader loader;

  @BeforeAll
  static void compile() throws IOException {
    loader = loading(PluginJar.compile(folder, "Thrifty", EACH_AT_ITS_CHEAPEST));
  }

  @AfterAll
  static void close() throws IOException {
    loader.close();
  }

  @Override
  public PolicyProvider provider() {
    return Policies.builtIn()
        .withPlugins(loader, provider -> provider)
        .named("thrifty-1")
        .orElseThrow();
  }

  @Test
  void itFollowsTheBuiltInPoliciesInTheList() {
    assertThat(Policies.builtIn().withPlugins(loader, provider -> provider).names())
        .containsExactly(
            "css",
            "batch-slicer",
            "bsf",
            "backfilling",
            "late-binding",
            "fcfs",
            "random",
            "thrifty-1");
  }

  @Test
  void itPlansACycle() {
    var cycle = cycle(slots("n1 $2 ....", "n2 ##.."), job(1).build(), job(2).volume(3).build());

    var plan = CycleFixture.create(provider(), CycleFixture.SETTINGS).plan(cycle);

    assertThat(outcomes(plan)).isEqualTo("1@2 n2, 2@0 n1");
  }

  @Test
  void aNameThatIsTakenIsRefused() throws IOException {
    var source = named("Clash", "fcfs");

    try (var clashing = loading(PluginJar.compile(folder, "Clash", source))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Policies.builtIn().withPlugins(clashing, provider -> provider))
          .withMessage("policy 'fcfs' of Clash: the name is taken");
    }
  }

  @Test
  void aNameOfOtherCharactersIsRefused() throws IOException {
    var source = named("Slash", "../up");

    try (var odd = loading(PluginJar.compile(folder, "Slash", source))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Policies.builtIn().withPlugins(odd, provider -> provider))
          .withMessage(
              "policy '../up' of Slash: allowed are 1 to 40 lower case letters, digits and"
                  + " hyphens");
    }
  }

  private static String named(String className, String name) {
    return EACH_AT_ITS_CHEAPEST.replace("Thrifty", className).replace("thrifty-1", name);
  }

  private static URLClassLoader loading(Path jar) throws IOException {
    return new URLClassLoader(
        new URL[] {jar.toUri().toURL()}, PluginPolicyTest.class.getClassLoader());
  }
}
