package io.metasched.simulation.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.simulation.driver.Drivers;
import io.metasched.simulation.driver.MeasuredSystem;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.kernel.RunDriver;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.system.broker.BrokerTranslation;
import io.metasched.simulation.system.broker.actor.BrokerBlueprint;
import io.metasched.simulation.translation.CommonBounds;
import io.metasched.simulation.translation.CommonMetric;
import io.metasched.simulation.translation.CommonOutcome;
import io.metasched.simulation.translation.CommonSites;
import io.metasched.simulation.translation.CommonSource;
import io.metasched.simulation.translation.CommonWorkload;
import io.metasched.simulation.translation.OutcomeCheck;
import io.metasched.simulation.translation.TranslatedRuns;
import io.metasched.simulation.translation.Translation;
import io.metasched.simulation.translation.WorkloadDraw;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The common jobs in every system. */
final class TranslationsTest {
  private static final CommonSites SITES = CommonSites.of(3, 12, 200);

  /** Metrics whose bounds remain valid even if jobs were rejected. */
  private static final List<CommonMetric> OF_ANY_JOBS =
      List.of(CommonMetric.UTILISATION, CommonMetric.INCOME, CommonMetric.COST);

  static List<Translation<?>> all() {
    return Translations.ALL;
  }

  private static CommonWorkload workload(int jobs, double load, long seed) {
    var draw = new WorkloadDraw(jobs, 0.3, 20_000_000, 2);
    return CommonSource.model("test", load, SITES, draw)
        .workloads()
        .apply(new Seeds(seed, "translations", 0));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void everyPolicyOfEverySystemPassesTheChecksAndKeepsToTheBounds(long seed) {
    var placed = new TreeMap<String, Double>();
    var workload = workload(80, 0.4 + 0.2 * seed, seed);
    var bounds = CommonBounds.of(workload);

    for (var translation : Translations.ALL) {
      TranslatedRuns.run(
          translation,
          workload,
          (system, policy, metrics) -> {
            placed.put(system + " " + policy, metrics.get(CommonMetric.PLACED));
            assertInBounds(metrics);
            assertNotBeyond(bounds, metrics);
          });
    }

    assertThat(placed).hasSize(Translations.ALL.stream().mapToInt(t -> t.policies().size()).sum());
    assertThat(placed.values()).allMatch(share -> share > 0.2);
    assertThat(placed)
        .containsEntry("queue fcfs", 1.0)
        .containsEntry("two-level mct", 1.0)
        .containsEntry("clairvoyant easy-sjf", 1.0);
  }

  private static void assertInBounds(Map<CommonMetric, Double> metrics) {
    for (var share :
        List.of(
            CommonMetric.PLACED,
            CommonMetric.TIME_KEPT,
            CommonMetric.UTILISATION,
            CommonMetric.FRAGMENTATION,
            CommonMetric.FAIRNESS,
            CommonMetric.LOST)) {
      assertThat(metrics.get(share)).as(share.key()).isBetween(0.0, 1.0);
    }
    assertThat(metrics.get(CommonMetric.UTILISATION) + metrics.get(CommonMetric.FRAGMENTATION))
        .isLessThanOrEqualTo(1.0);
    assertThat(metrics.get(CommonMetric.WAIT_MEDIAN))
        .isLessThanOrEqualTo(metrics.get(CommonMetric.WAIT_P95));
    assertThat(metrics.get(CommonMetric.SLOWDOWN_MEAN)).isGreaterThanOrEqualTo(1.0);
    assertThat(metrics.get(CommonMetric.COST)).isBetween(0.8, 1.2);
  }

  private static void assertNotBeyond(
      Map<CommonMetric, Double> bounds, Map<CommonMetric, Double> metrics) {
    boolean ranAll = metrics.get(CommonMetric.PLACED) == 1;
    for (var metric : CommonMetric.values()) {
      if (ranAll || OF_ANY_JOBS.contains(metric)) {
        double gap = metrics.get(metric) - bounds.get(metric);
        assertThat(metric.isMoreBetter() ? -gap : gap).as(metric.key()).isGreaterThan(-1e-6);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void equalSeedsGiveEqualFiguresAndActorsThoseOfTheEngine(Translation<?> translation) {
    var workload = workload(30, 0.7, 5);

    assertThat(figures(translation, workload)).isEqualTo(figures(translation, workload));
    Systems.named(translation.system().kind())
        .filter(entry -> entry.actors().isPresent())
        .ifPresent(
            entry -> {
              assertDriversAgree(translation, workload);
            });
  }

  @ParameterizedTest
  @MethodSource("all")
  void theEffortOfEachPolicyIsMeasuredAndAllActorsPlaceAsTheEngine(Translation<?> translation) {
    var workload = workload(12, 0.9, 6);
    var measured =
        Translations.measured().stream()
            .filter(each -> each.translation() == translation)
            .findFirst()
            .orElseThrow();
    var policies = new ArrayList<String>();

    measured.measure(
        workload,
        effort -> {
          policies.add(effort.policy());
          assertThat(effort.nanos()).isPositive();
          assertThat(effort.messages().isPresent()).isEqualTo(measured.actors().isPresent());
          assertThat(effort.messages().orElse(12)).isGreaterThanOrEqualTo(12);
        });

    assertThat(policies).isEqualTo(translation.policies());
  }

  @Test
  void actorsThatPlaceOtherJobsAreFound() {
    var translation = new BrokerTranslation();
    var others = translation.instance(workload(12, 0.9, 7));
    var measured =
        new MeasuredSystem<>(
            translation,
            Optional.of(
                (instance, policy, settings) -> new BrokerBlueprint(others, policy, settings)));

    assertThatThrownBy(() -> measured.measure(workload(12, 0.9, 6), effort -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("broker least-load: actors and engine place the jobs differently");
  }

  private static List<Map<CommonMetric, Double>> figures(
      Translation<?> translation, CommonWorkload workload) {
    var figures = new ArrayList<Map<CommonMetric, Double>>();
    TranslatedRuns.run(translation, workload, (system, policy, metrics) -> figures.add(metrics));
    return figures;
  }

  private static <R extends RunTables> void assertDriversAgree(
      Translation<R> translation, CommonWorkload workload) {
    RunDriver<R> engine = driver(translation, Drivers.ENGINE);
    RunDriver<R> actors = driver(translation, Drivers.ACTORS);
    var instance = translation.instance(workload);
    var policy = translation.policies().get(0);

    var alone = engine.run(instance, policy, "test", Progress.NONE);
    var byActors = actors.run(instance, policy, "test", Progress.NONE);

    var system = translation.system();
    assertThat(system.placementsDigest(byActors)).isEqualTo(system.placementsDigest(alone));
    assertThat(translation.outcomes(workload, byActors))
        .isEqualTo(translation.outcomes(workload, alone));
  }

  @SuppressWarnings("unchecked") // the entry for a kind is the system of this kind
  private static <R extends RunTables> RunDriver<R> driver(
      Translation<R> translation, String name) {
    var entry = (SystemEntry<R>) Systems.named(translation.system().kind()).orElseThrow();
    return entry.driver(name);
  }

  @Test
  void anOutcomeThatIsNotOneIsFound() {
    var workload = workload(6, 0.5, 1);
    var jobs = workload.jobs();
    var sound = jobs.stream().map(j -> CommonOutcome.anywhere(j, j.readyTick(), j.runTicks()));
    var outcomes = new ArrayList<>(sound.toList());
    var first = jobs.get(0);

    assertFound(workload, outcomes.subList(1, 6), "there are 6 jobs, but 5 outcomes");
    assertFound(
        workload,
        with(outcomes, outcomes.get(1)),
        "the outcome of job %d belongs to job %d".formatted(first.id(), jobs.get(1).id()));
    assertFound(
        workload,
        with(outcomes, CommonOutcome.anywhere(first, first.readyTick() - 1, first.runTicks())),
        "job %d could run from %d".formatted(first.id(), first.readyTick()));
    assertFound(
        workload,
        with(outcomes, CommonOutcome.anywhere(first, first.readyTick(), first.runTicks() - 1)),
        "processor ticks, but");
    assertFound(
        workload,
        with(
            outcomes,
            new CommonOutcome(first.id(), true, first.readyTick(), 1e12, Arrays.asList(1, 0, 99))),
        "processors, in sites 100");
  }

  @Test
  void moreProcessorsThanThereAreAreFoundInAllAndInASite() {
    var workload = workload(60, 0.9, 1);
    var jobs = workload.jobs();
    long late = jobs.get(59).submitTick() + 50_000_000;
    var anywhere = jobs.stream().map(j -> CommonOutcome.anywhere(j, late, j.runTicks())).toList();
    var inSite = new ArrayList<CommonOutcome>();
    jobs.forEach(job -> inSite.add(CommonOutcome.unplaced(job.id(), 0)));
    var large = jobs.stream().filter(job -> job.processors() > 6).limit(2).toList();
    large.forEach(
        job ->
            inSite.set(
                jobs.indexOf(job), CommonOutcome.inSite(job, late, job.runTicks(), 1, SITES)));

    assertThat(large).hasSize(2);
    assertFound(workload, anywhere, "of 36 processors are taken");
    assertFound(workload, inSite, "of 12 processors of site 1 are taken");
  }

  private static List<CommonOutcome> with(List<CommonOutcome> outcomes, CommonOutcome first) {
    var changed = new ArrayList<>(outcomes);
    changed.set(0, first);
    return changed;
  }

  private static void assertFound(
      CommonWorkload workload, List<CommonOutcome> outcomes, String words) {
    assertThat(OutcomeCheck.check(workload, outcomes))
        .hasValueSatisfying(wrong -> assertThat(wrong).contains(words));
  }

  @Test
  void aJobThatNoSiteHasRoomForIsRefusedOrPassedOver() {
    var workload = workload(20, 0.5, 1);
    var small = CommonSites.of(2, 1, 0);

    assertThatThrownBy(
            () -> new CommonWorkload(small, workload.jobs(), workload.seeds(), List.of()))
        .hasMessageContaining("more than the 1 of a site");
  }
}
