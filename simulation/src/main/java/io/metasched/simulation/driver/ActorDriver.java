package io.metasched.simulation.driver;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.kernel.RunDriver;
import io.metasched.simulation.rows.RunTables;
import java.util.concurrent.CompletableFuture;

/**
 * Driver of runs of a system through actors: its owners, its schedulers, its users, and the clock.
 * The tables equal those of the engine. All actors are in this JVM, unless the caller provides
 * another way to start them.
 *
 * <p>Its actor system starts in the background when the driver is created, and terminates when the
 * driver is closed.
 */
public final class ActorDriver<R extends RunTables> implements RunDriver<R> {
  private final String name;
  private final boolean free;
  private final ActorSettings settings;
  private final ActorBlueprint.Factory<R> blueprints;
  private final ActorSystemRunner runner;
  private final ClockFactory<R> clocks;

  /** Factory of the clock of a run. */
  @FunctionalInterface
  public interface ClockFactory<R extends RunTables> {
    /**
     * Creates the actor that drives a run.
     *
     * @param policy name of the policy
     * @param outcome completed with the model of the run, or with its failure
     */
    Behavior<?> clock(
        SimulationClock.PolicyRun<R> run, String policy, CompletableFuture<ActorModel<R>> outcome);
  }

  /** Creates a driver whose actors are in an actor system of this JVM. */
  public ActorDriver(
      boolean free,
      ActorSettings settings,
      ActorBlueprint.Factory<R> blueprints,
      ActorSystemRunner.Systems systems) {
    this(
        free ? Drivers.ACTORS_FREE : Drivers.ACTORS,
        free,
        settings,
        blueprints,
        new ActorSystemRunner(systems),
        (run, policy, outcome) ->
            SimulationClock.create(run, clock -> RunActors.spawn(clock, run.blueprint()), outcome));
  }

  /**
   * Creates a driver whose actors are started elsewhere.
   *
   * @param name name of the driver, for titles
   * @param free whether schedulers compete in the order in which their messages arrive
   * @param runner runner of the clocks; closed with the driver
   */
  public ActorDriver(
      String name,
      boolean free,
      ActorSettings settings,
      ActorBlueprint.Factory<R> blueprints,
      ActorSystemRunner runner,
      ClockFactory<R> clocks) {
    this.name = name;
    this.free = free;
    this.settings = settings;
    this.blueprints = blueprints;
    this.runner = runner;
    this.clocks = clocks;
  }

  /**
   * Creates a driver with the settings of this JVM's configuration.
   *
   * @param free whether schedulers compete in the order in which their messages arrive, so that the
   *     outcome is sound but not repeatable
   */
  public static <R extends RunTables> ActorDriver<R> of(
      boolean free, ActorBlueprint.Factory<R> blueprints) {
    return new ActorDriver<>(free, ActorSettings.load(), blueprints, ActorSystem::create);
  }

  @Override
  public R run(Instance<R> instance, String policy, String version, Progress progress) {
    return model(instance, policy, progress).tables(name, version);
  }

  /**
   * Runs a policy to the end.
   *
   * @return model of the finished run
   * @throws IllegalStateException if an actor fails
   * @throws java.util.concurrent.CancellationException if the thread is interrupted
   */
  public ActorModel<R> model(Instance<R> instance, String policy, Progress progress) {
    var blueprint = blueprints.of(instance, policy, settings);
    var run = new SimulationClock.PolicyRun<>(blueprint, settings, free, progress);
    return runner.run(end -> clocks.clock(run, policy, end), run.dispatcher());
  }

  @Override
  public void close() {
    runner.close();
  }
}
