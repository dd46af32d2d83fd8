package io.metasched.simulation.actor;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.twolevel.GridJob;
import io.metasched.simulation.twolevel.TwoLevelDriver;
import io.metasched.simulation.twolevel.TwoLevelOutcome;
import io.metasched.simulation.twolevel.TwoLevelSetting;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;

/**
 * Replays jobs on two levels through actors in this JVM: the grid scheduler, the providers, and the
 * keeper of time. What comes out is what comes out on one thread without them.
 */
public final class TwoLevelActors implements TwoLevelDriver {
  private final ActorSettings settings;
  private final Playhouse playhouse;
  private final Keepers keepers;

  /** How a play is brought on. */
  @FunctionalInterface
  public interface Keepers {
    /** The actor that keeps the time of a play, and completes what becomes of it. */
    Behavior<?> keeper(TwoLevelKeeper.Play play, CompletableFuture<TwoLevelOutcome> outcome);
  }

  TwoLevelActors(ActorSettings settings, Playhouse.Systems systems) {
    this(
        settings,
        new Playhouse(systems),
        (play, outcome) ->
            TwoLevelKeeper.create(
                play, keeper -> TwoLevelKeeper.Cast.spawn(keeper, play.troupe()), outcome));
  }

  private TwoLevelActors(ActorSettings settings, Playhouse playhouse, Keepers keepers) {
    this.settings = settings;
    this.playhouse = playhouse;
    this.keepers = keepers;
  }

  /**
   * Actors that come to life elsewhere.
   *
   * @param playhouse where the keepers of time are; it is closed with the driver
   */
  public static TwoLevelActors elsewhere(
      ActorSettings settings, Playhouse playhouse, Keepers keepers) {
    return new TwoLevelActors(settings, playhouse, keepers);
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
    var play =
        new TwoLevelKeeper.Play(jobs, new TwoLevelTroupe(setting, seeds, settings), progress);
    return playhouse.give(
        end -> keepers.keeper(play, end), settings.dispatcher(setting.providers()));
  }

  @Override
  public void close() {
    playhouse.close();
  }
}
