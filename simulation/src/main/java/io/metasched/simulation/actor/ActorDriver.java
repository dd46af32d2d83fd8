package io.metasched.simulation.actor;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import io.metasched.metascheduler.actor.Metascheduler.Questions;
import io.metasched.metascheduler.policy.SchedulingPolicy;
import io.metasched.resource.owner.NodeReport;
import io.metasched.simulation.engine.Course;
import io.metasched.simulation.engine.Driver;
import io.metasched.simulation.engine.Organization;
import io.metasched.simulation.engine.Progress;
import io.metasched.simulation.engine.Recording;
import io.metasched.simulation.engine.RunProgress;
import io.metasched.simulation.engine.World;
import io.metasched.simulation.result.RunResult;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Plays a world through actors: one for each node and each domain, each metascheduler and each
 * user, and the keeper of time. What comes out is what the engine brings out. All of them live in
 * this JVM, unless it is said how they come to life elsewhere.
 *
 * <p>Its actor system starts in the background when the driver is made, and ends when it is closed.
 */
public final class ActorDriver implements Driver {
  private final String name;
  private final boolean free;
  private final ActorSettings settings;
  private final Playhouse playhouse;
  private final Keepers keepers;

  /** How a play is brought on. */
  @FunctionalInterface
  public interface Keepers {
    /** The actor that keeps the time of a play, and tells what becomes of it. */
    Behavior<?> keeper(TimeKeeper.Play play, TimeKeeper.Outcome outcome);
  }

  private record End(
      List<Organization> organizations, List<NodeReport> owners, Questions questions) {}

  /**
   * A run that is over.
   *
   * @param result what it left behind
   * @param questions what all organizations together asked
   */
  public record Played(RunResult result, Questions questions) {}

  ActorDriver(boolean free, ActorSettings settings, Playhouse.Systems systems) {
    this(
        free ? "actors-free" : "actors",
        free,
        settings,
        new Playhouse(systems),
        (play, outcome) ->
            TimeKeeper.create(play, keeper -> Cast.spawn(keeper, play.troupe()), outcome));
  }

  private ActorDriver(
      String name, boolean free, ActorSettings settings, Playhouse playhouse, Keepers keepers) {
    this.name = name;
    this.free = free;
    this.settings = settings;
    this.playhouse = playhouse;
    this.keepers = keepers;
  }

  /**
   * A driver whose actors come to life elsewhere.
   *
   * @param name its name, as results tell it
   * @param free whether organizations compete in whatever order their messages arrive
   * @param playhouse where the keepers of time are; it is closed with the driver
   */
  public static ActorDriver elsewhere(
      String name, boolean free, ActorSettings settings, Playhouse playhouse, Keepers keepers) {
    return new ActorDriver(name, free, settings, playhouse, keepers);
  }

  /**
   * A driver with the settings of this JVM's configuration.
   *
   * @param free whether organizations compete in whatever order their messages arrive, so that the
   *     outcome is sound but not repeatable
   */
  public static ActorDriver of(boolean free) {
    return new ActorDriver(free, ActorSettings.load(), ActorSystem::create);
  }

  @Override
  public RunResult run(
      World world, String policyName, SchedulingPolicy policy, String version, Progress progress) {
    return play(world, policyName, policy, version, progress).result();
  }

  /** Runs a policy to the end, and tells what is not part of a result, too. */
  public Played play(
      World world, String policyName, SchedulingPolicy policy, String version, Progress progress) {
    var course = new Course(world, policy);
    var troupe = new Troupe(world, policyName, policy, settings);
    var play =
        new TimeKeeper.Play(troupe, course, free, new RunProgress(world, policyName, progress));
    var end = play(play);
    var result =
        Recording.result(
            new Recording.Title(policyName, name, version),
            world,
            course,
            end.organizations(),
            end.owners());
    return new Played(result, end.questions());
  }

  private End play(TimeKeeper.Play play) {
    return playhouse.give(end -> keepers.keeper(play, outcome(end)), play.dispatcher());
  }

  private static TimeKeeper.Outcome outcome(CompletableFuture<End> end) {
    return new TimeKeeper.Outcome() {
      @Override
      public void ended(
          List<Organization> organizations, List<NodeReport> owners, Questions questions) {
        end.complete(new End(organizations, owners, questions));
      }

      @Override
      public void failed(Throwable why) {
        end.completeExceptionally(why);
      }
    };
  }

  @Override
  public void close() {
    playhouse.close();
  }
}
