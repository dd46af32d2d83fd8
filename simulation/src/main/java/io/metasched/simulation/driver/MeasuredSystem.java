package io.metasched.simulation.driver;

import akka.actor.typed.ActorSystem;
import com.sun.management.ThreadMXBean;
import io.metasched.simulation.driver.config.CountingMailbox;
import io.metasched.simulation.driver.config.MessageCount;
import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.translation.CommonWorkload;
import io.metasched.simulation.translation.TranslatedRuns;
import io.metasched.simulation.translation.Translation;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * System that schedules common jobs by the engine and through actors, with a measurement of its
 * effort.
 *
 * @param translation translation of the jobs
 * @param actors factory of the actors of its runs; empty for a system without actors
 */
public record MeasuredSystem<R extends RunTables>(
    Translation<R> translation, Optional<ActorBlueprint.Factory<R>> actors) {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int MEASUREMENTS = 3;
  private static final String VERSION = "effort";

  /**
   * Effort of a run.
   *
   * @param policy policy of the run
   * @param nanos processor time of the whole run by the engine, in nanoseconds; the minimum of
   *     several runs
   * @param messages number of messages to owners, schedulers and users in the same run through
   *     actors
   */
  public record Effort(String policy, long nanos, OptionalLong messages) {}

  /**
   * Measures all policies, one after another; the actors must place the jobs as the engine does.
   *
   * @throws IllegalStateException if a run violates a rule, or if the placements differ
   */
  public void measure(CommonWorkload workload, Consumer<Effort> taker) {
    var instance = translation.instance(workload);
    if (actors.isEmpty()) {
      for (var policy : translation.policies()) {
        var effort =
            new Effort(policy, engine(workload, instance, policy).nanos, OptionalLong.empty());
        taker.accept(effort);
      }
      return;
    }
    var runner =
        new ActorSystemRunner(
            new ActorSystemRunner.Systems() {
              @Override
              public <T> ActorSystem<T> start(akka.actor.typed.Behavior<T> guardian, String name) {
                return ActorSystem.create(guardian, name, CountingMailbox.config());
              }
            });
    try (var driver = driver(runner)) {
      var count = MessageCount.of(runner.system().classicSystem());
      for (var policy : translation.policies()) {
        var alone = engine(workload, instance, policy);
        long before = count.sum();
        var byActors = driver.run(instance, policy, VERSION, Progress.NONE);
        long messages = count.sum() - before;
        requireEqual(policy, alone.run, byActors);
        taker.accept(new Effort(policy, alone.nanos, OptionalLong.of(messages)));
      }
    }
  }

  private ActorDriver<R> driver(ActorSystemRunner runner) {
    return new ActorDriver<>(
        Drivers.ACTORS,
        false,
        ActorSettings.load(),
        actors.orElseThrow(),
        runner,
        (run, policy, outcome) ->
            SimulationClock.create(run, clock -> RunActors.spawn(clock, run.blueprint()), outcome));
  }

  private record Timed<R>(R run, long nanos) {}

  private Timed<R> engine(CommonWorkload workload, Instance<R> instance, String policy) {
    var first = timed(instance, policy);
    TranslatedRuns.checked(translation, workload, policy, first.run);
    long least = first.nanos;
    for (int i = 1; i < MEASUREMENTS; i++) {
      least = Math.min(least, timed(instance, policy).nanos);
    }
    return new Timed<>(first.run, least);
  }

  private Timed<R> timed(Instance<R> instance, String policy) {
    long begun = THREADS.getCurrentThreadCpuTime();
    var run = EngineLoop.run(instance.begin(policy, Progress.NONE), VERSION);
    return new Timed<>(run, THREADS.getCurrentThreadCpuTime() - begun);
  }

  private void requireEqual(String policy, R alone, R byActors) {
    var system = translation.system();
    if (!system.placementsDigest(alone).equals(system.placementsDigest(byActors))) {
      throw new IllegalStateException(
          "%s %s: actors and engine place the jobs differently"
              .formatted(translation.name(), policy));
    }
  }
}
