package io.metasched.simulation.driver.study;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.Props;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.receptionist.Receptionist;
import akka.actor.typed.receptionist.ServiceKey;
import io.metasched.resource.actor.CborSerializable;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Host of studies in a JVM: loads each study once, and runs its replications on several threads
 * until the driver of the study has stopped.
 */
public final class StudyHost extends AbstractBehavior<StudyHost.Command> {
  /** Key by which drivers find hosts. */
  static final ServiceKey<Command> KEY = ServiceKey.create(Command.class, "study-hosts");

  /**
   * Dispatcher with one thread per worker, because replications are long computations that never
   * block.
   */
  static final DispatcherSelector OWN_THREAD =
      DispatcherSelector.fromConfig("metasched.simulation.own-thread-dispatcher");

  private static final int MOST_STUDIES = 16;

  /** Command to a host. */
  sealed interface Command {}

  /**
   * Request to take part in a study. Answered by {@link StudyDriver.Opened} or {@link
   * StudyDriver.Refused}. A driver repeats it when this JVM was unreachable.
   *
   * @param study id of the study
   */
  record Open(String study, StudySpec spec, ActorRef<StudyDriver.Command> driver)
      implements Command, CborSerializable {}

  private record Loaded(Open open, LoadedStudy study) implements Command {}

  private record NotLoaded(Open open, String reason) implements Command {}

  private record StudyOver(String study) implements Command {}

  private final String member;
  private final StudyInputs inputs;
  private final int threads;
  private final TreeMap<String, Optional<LoadedStudy>> studies = new TreeMap<>();

  private StudyHost(ActorContext<Command> context, String member, StudyInputs inputs, int threads) {
    super(context);
    this.member = member;
    this.inputs = inputs;
    this.threads = threads;
  }

  /**
   * Starts the host of a JVM, and registers it so that drivers find it.
   *
   * @param member name of this JVM for drivers
   * @param threads number of replications that run in parallel
   */
  public static void start(ActorSystem<?> system, String member, StudyInputs inputs, int threads) {
    var host = system.systemActorOf(create(member, inputs, threads), "studies", Props.empty());
    system.receptionist().tell(Receptionist.register(KEY, host));
  }

  static Behavior<Command> create(String member, StudyInputs inputs, int threads) {
    return Behaviors.setup(context -> new StudyHost(context, member, inputs, threads));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Open.class, this::onOpen)
        .onMessage(Loaded.class, this::onLoaded)
        .onMessage(NotLoaded.class, this::onNotLoaded)
        .onMessage(StudyOver.class, this::onStudyOver)
        .build();
  }

  private Behavior<Command> onOpen(Open open) {
    var known = studies.get(open.study());
    if (known != null) {
      known.ifPresent(study -> accept(open, study));
      return this;
    }
    var refusal = inputs.refusal(open.spec());
    if (studies.size() == MOST_STUDIES) {
      return refuse(
          open, "it takes part in %d studies, which is its maximum".formatted(MOST_STUDIES));
    } else if (refusal.isPresent()) {
      return refuse(open, refusal.get());
    }
    studies.put(open.study(), Optional.empty());
    getContext().watchWith(open.driver(), new StudyOver(open.study()));
    var self = getContext().getSelf();
    getContext()
        .spawn(
            StudyLoading.create(
                open.spec(),
                inputs,
                open.driver(),
                study -> self.tell(new Loaded(open, study)),
                reason -> self.tell(new NotLoaded(open, reason))),
            "loading-" + open.study(),
            OWN_THREAD);
    return this;
  }

  private Behavior<Command> onLoaded(Loaded loaded) {
    var open = loaded.open();
    if (studies.replace(open.study(), Optional.of(loaded.study())) != null) {
      // before workers start: the driver checks the fingerprint before it receives observations
      accept(open, loaded.study());
      for (int i = 0; i < threads; i++) {
        getContext()
            .spawn(
                StudyWorker.create(open.study(), loaded.study(), open.spec().seed()),
                name(open.study(), i),
                OWN_THREAD);
      }
    }
    return this;
  }

  private void accept(Open open, LoadedStudy study) {
    open.driver().tell(new StudyDriver.Opened(member, study.fingerprint()));
  }

  private Behavior<Command> onNotLoaded(NotLoaded failed) {
    studies.remove(failed.open().study());
    return refuse(failed.open(), failed.reason());
  }

  private Behavior<Command> refuse(Open open, String reason) {
    open.driver().tell(new StudyDriver.Refused(member, reason));
    return this;
  }

  private Behavior<Command> onStudyOver(StudyOver over) {
    studies.remove(over.study());
    for (int i = 0; i < threads; i++) {
      getContext().getChild(name(over.study(), i)).ifPresent(getContext()::stop);
    }
    getContext().getChild("loading-" + over.study()).ifPresent(getContext()::stop);
    return this;
  }

  private static String name(String study, int thread) {
    return "study-%s-%d".formatted(study, thread);
  }
}
