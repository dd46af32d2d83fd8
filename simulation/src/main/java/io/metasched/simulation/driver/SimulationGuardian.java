package io.metasched.simulation.driver;

import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.util.TreeMap;

/** The guardian of a driver's actor system: runs one run after the other, each to its end. */
final class SimulationGuardian extends AbstractBehavior<SimulationGuardian.StartRun> {

  /**
   * Starts a run.
   *
   * @param clock advances its model time and reports its result
   * @param dispatcher what runs it
   * @param over is run when all its actors have stopped
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

  /** Also where it has failed: its outcome is known as missing then. */
  private Behavior<StartRun> onTerminated(Terminated ended) {
    var over = running.remove(ended.getRef().path().name());
    if (over != null) {
      over.run();
    }
    return this;
  }
}
