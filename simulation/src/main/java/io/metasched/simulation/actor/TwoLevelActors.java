package io.metasched.simulation.actor;

import akka.actor.typed.ActorSystem;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.twolevel.GridJob;
import io.metasched.simulation.twolevel.TwoLevelDriver;
import io.metasched.simulation.twolevel.TwoLevelOutcome;
import io.metasched.simulation.twolevel.TwoLevelSetting;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Replays jobs on two levels through actors in this JVM: the grid scheduler, the providers, and the
 * keeper of time. What comes out is what comes out on one thread without them.
 */
public final class TwoLevelActors implements TwoLevelDriver {
  private final ActorSettings settings;
  private final Playhouse playhouse;

  TwoLevelActors(ActorSettings settings, Playhouse.Systems systems) {
    this.settings = settings;
    playhouse = new Playhouse(systems);
  }

  /** Actors with the settings of this JVM's configuration. */
  public static TwoLevelActors start() {
    return new TwoLevelActors(ActorSettings.load(), ActorSystem::create);
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException for an unknown policy
   * @throws IllegalStateException when an actor fails, or for a batch job that is too large
   * @throws java.util.concurrent.CancellationException when the thread is interrupted
   */
  @Override
  public TwoLevelOutcome run(
      List<GridJob> jobs, TwoLevelSetting setting, Seeds seeds, IntConsumer progress) {
    var play = new TwoLevelKeeper.Play(jobs, setting, seeds, progress, settings);
    return playhouse.give(
        end -> TwoLevelKeeper.create(play, end), settings.dispatcher(setting.providers()));
  }

  @Override
  public void close() {
    playhouse.close();
  }
}
