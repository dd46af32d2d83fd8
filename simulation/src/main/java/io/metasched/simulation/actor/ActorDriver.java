package io.metasched.simulation.actor;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import io.metasched.metascheduler.desk.Desk;
import io.metasched.metascheduler.policy.SchedulingPolicy;
import io.metasched.simulation.engine.Course;
import io.metasched.simulation.engine.Organization;
import io.metasched.simulation.engine.OwnerReport;
import io.metasched.simulation.engine.Progress;
import io.metasched.simulation.engine.Recording;
import io.metasched.simulation.engine.RunProgress;
import io.metasched.simulation.engine.World;
import io.metasched.simulation.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/**
 * Plays a world through actors in this JVM: one for each node and each domain, each metascheduler
 * and each user, and the keeper of time. What comes out is what the engine brings out.
 */
public final class ActorDriver {
  /** The name of all our actor systems. */
  private static final String SYSTEM = "metasched";

  private final boolean free;
  private final ActorSettings settings;
  private final Systems systems;

  /** Starts an actor system. */
  @FunctionalInterface
  interface Systems {
    <T> ActorSystem<T> start(Behavior<T> guardian, String name);
  }

  private record End(List<Organization> organizations, List<OwnerReport> owners) {}

  ActorDriver(boolean free, ActorSettings settings, Systems systems) {
    this.free = free;
    this.settings = settings;
    this.systems = systems;
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

  /**
   * Runs a policy to the end.
   *
   * @param version version of the program, for the header
   * @throws CancellationException when the thread is interrupted
   */
  public RunResult run(
      World world, String policyName, SchedulingPolicy policy, String version, Progress progress) {
    var course = new Course(world, policy.replans());
    var desks = new ArrayList<Supplier<Desk>>();
    for (int vo = 0; vo < world.rules().organizations(); vo++) {
      int number = vo;
      desks.add(() -> world.desk(number, policyName, policy));
    }
    var play =
        new TimeKeeper.Play(
            world, course, desks, free, new RunProgress(world, policyName, progress), settings);
    var end = play(play);
    return Recording.result(
        new Recording.Title(policyName, free ? "actors-free" : "actors", version),
        world,
        course,
        end.organizations(),
        end.owners());
  }

  private End play(TimeKeeper.Play play) {
    var end = new CompletableFuture<End>();
    var outcome =
        new TimeKeeper.Outcome() {
          @Override
          public void ended(List<Organization> organizations, List<OwnerReport> owners) {
            end.complete(new End(organizations, owners));
          }

          @Override
          public void failed(Throwable why) {
            end.completeExceptionally(why);
          }
        };
    var system = systems.start(TimeKeeper.create(play, outcome), SYSTEM);
    var terminated =
        system
            .getWhenTerminated()
            .toCompletableFuture()
            .thenRun(
                () ->
                    end.completeExceptionally(
                        new IllegalStateException("the actor system ended early")));
    try {
      return end.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    } catch (ExecutionException e) {
      throw unwrapped(e);
    } finally {
      system.terminate();
      terminated.join();
    }
  }

  private static RuntimeException unwrapped(ExecutionException e) {
    var cause = e.getCause();
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException known ? known : new IllegalStateException(cause);
  }
}
