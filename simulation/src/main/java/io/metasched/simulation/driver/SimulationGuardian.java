package io.metasched.simulation.driver;

import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.util.TreeMap;

/** Guardian of a driver's actor system: executes one run after another, each to its end. */
final class SimulationGuardian extends AbstractBehavior<SimulationGuardian.StartRun> {

  /**
   * Request to start a run.
   *
   * @param clock clock of the run, which advances its model time and reports its result
   * @param dispatcher dispatcher of the clock
   * @param over action after all its actors have stopped
   */
  record StartRun(Behavior<?> clock, DispatcherSelector dispatcher, Runnable over) {}

  private final TreeMap<String, Runnable> running = new TreeMap<>();
  private long begun;

  private SimulationGuardian(ActorContext<StartRun> context) {
    super(context);
  }

  static Behavior<StartRun> create() {
    return Behaviors.setup(SimulationGuardian::new);
  }

  @Override
  public Receive<StartRun> createReceive() {
    return newReceiveBuilder()
        .onMessage(StartRun.class, this::onStartRun)
        .onSignal(Terminated.class, this::onTerminated)
        .build();
  }

  private Behavior<StartRun> onStartRun(StartRun run) {
    var clock = getContext().spawn(run.clock(), "run-" + begun++, run.dispatcher());
    running.put(clock.path().name(), run.over());
    getContext().watch(clock);
    return this;
  }

  /**
   * Handles the termination of a clock: performs the action of its run, which finds whether an
   * outcome is missing.
   */
  private Behavior<StartRun> onTerminated(Terminated ended) {
    var over = running.remove(ended.getRef().path().name());
    if (over != null) {
      over.run();
    }
    return this;
  }
}
