package io.metasched.simulation.actor;

import akka.actor.typed.ActorSystem;
import io.metasched.metascheduler.actor.Metascheduler.Questions;
import io.metasched.metascheduler.desk.Desk;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Plays a world through actors in this JVM: one for each node and each domain, each metascheduler
 * and each user, and the keeper of time. What comes out is what the engine brings out.
 *
 * <p>Its actor system starts in the background when the driver is made, and ends when it is closed.
 */
public final class ActorDriver implements Driver {
  private final boolean free;
  private final ActorSettings settings;
  private final Playhouse playhouse;

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
    this.free = free;
    this.settings = settings;
    playhouse = new Playhouse(systems);
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
    var desks = new ArrayList<Supplier<Desk>>();
    for (int vo = 0; vo < world.rules().organizations(); vo++) {
      int number = vo;
      desks.add(() -> world.desk(number, policyName, policy));
    }
    var play =
        new TimeKeeper.Play(
            world, course, desks, free, new RunProgress(world, policyName, progress), settings);
    var end = play(play);
    var result =
        Recording.result(
            new Recording.Title(policyName, free ? "actors-free" : "actors", version),
            world,
            course,
            end.organizations(),
            end.owners());
    return new Played(result, end.questions());
  }

  private End play(TimeKeeper.Play play) {
    return playhouse.give(end -> TimeKeeper.create(play, outcome(end)), play.dispatcher());
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
