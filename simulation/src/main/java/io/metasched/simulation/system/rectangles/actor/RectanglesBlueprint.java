package io.metasched.simulation.system.rectangles.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import io.metasched.metascheduler.deployment.OwnerActors;
import io.metasched.metascheduler.program.Sha256;
import io.metasched.metascheduler.rectangles.RectangleSchedulerCore;
import io.metasched.metascheduler.rectangles.actor.RectangleScheduler;
import io.metasched.metascheduler.rectangles.actor.ReservationUser;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.rectangles.actor.Multiprocessor;
import io.metasched.simulation.driver.ActorBlueprint;
import io.metasched.simulation.driver.ActorModel;
import io.metasched.simulation.driver.ActorSettings;
import io.metasched.simulation.driver.Replies;
import io.metasched.simulation.driver.RunActors;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.system.rectangles.RectanglesInstance;
import io.metasched.simulation.system.rectangles.rows.RectanglesRun;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.stream.Stream;

/** Blueprint of the actors of a run: one multiprocessor, its metascheduler and its users. */
public final class RectanglesBlueprint implements ActorBlueprint<RectanglesRun> {
  private final RectanglesInstance instance;
  private final String policy;
  private final ActorSettings settings;

  /** Creates the blueprint of a run of an instance of the system with one of its policies. */
  public RectanglesBlueprint(
      Instance<RectanglesRun> instance, String policy, ActorSettings settings) {
    this.instance = (RectanglesInstance) instance; // the system has no other instances
    this.policy = policy;
    this.settings = settings;
  }

  @Override
  public String ownersName() {
    return "multiprocessors";
  }

  @Override
  public List<Integer> owners() {
    return List.of(0);
  }

  @Override
  public Behavior<?> owner(int number, Journal journal) {
    return Multiprocessor.create(
        instance.setting().elements(), settings.domain().cachedReplies(), journal);
  }

  @Override
  public Behavior<?> scheduler(int number, OwnerActors owners, Journal journal) {
    var setting = instance.setting();
    return RectangleScheduler.create(
        owners.ref(0).narrow(),
        () -> new RectangleSchedulerCore(setting.elements(), setting.speedsMilli(), policy),
        settings.metascheduler().cachedReplies(),
        journal);
  }

  @Override
  public List<Integer> users() {
    return List.of(0);
  }

  @Override
  public Behavior<?> user(
      int number, SortedMap<Integer, ActorRef<Object>> schedulers, boolean recovers) {
    var requests =
        instance.requests().stream()
            .map(r -> new ReservationUser.Planned(r.job(), instance.setting().malleable(r)))
            .toList();
    return ReservationUser.create(requests, Objects.requireNonNull(schedulers.get(0)).narrow());
  }

  @Override
  public String fingerprint() {
    return Sha256.of(
        Stream.concat(Stream.of(instance.setting()), instance.requests().stream())
            .map(Object::toString));
  }

  @Override
  public ActorModel<RectanglesRun> model(
      RunActors actors, Replies replies, Progress progress, boolean free) {
    return new RectanglesActorModel(instance, policy, actors, replies, progress);
  }
}
