package io.metasched.simulation.driver.study;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.simulation.scenario.UsageException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Loading of a study: requests the missing files from its driver, one after another in chunks, and
 * loads the study when all have arrived. It reads and computes on its own thread.
 */
final class StudyLoading extends AbstractBehavior<StudyLoading.Command> {
  private static final Duration RETRY = Duration.ofSeconds(5);
  private static final int MOST_RETRIES = 12;

  /** Message to the loading of a study. */
  sealed interface Command {}

  /** Bytes of a file from an offset on; none at its end. Reply to {@link StudyDriver.ReadFile}. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Chunk(String sha256, long offset, byte[] bytes) implements Command, CborSerializable {}

  private enum Begin implements Command {
    BEGIN
  }

  private enum Retry implements Command {
    RETRY
  }

  private final StudySpec spec;
  private final StudyInputs inputs;
  private final ActorRef<StudyDriver.Command> driver;
  private final Consumer<LoadedStudy> loaded;
  private final Consumer<String> failed;
  private final TimerScheduler<Command> timers;
  private final Deque<StudyFile> missing = new ArrayDeque<>();
  private final TreeMap<String, Path> found = new TreeMap<>(); // by SHA-256
  private FileCache.@Nullable Incoming incoming;
  private int retries;

  private StudyLoading(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      StudySpec spec,
      StudyInputs inputs,
      ActorRef<StudyDriver.Command> driver,
      Consumer<LoadedStudy> loaded,
      Consumer<String> failed) {
    super(context);
    this.timers = timers;
    this.spec = spec;
    this.inputs = inputs;
    this.driver = driver;
    this.loaded = loaded;
    this.failed = failed;
    context.getSelf().tell(Begin.BEGIN);
  }

  /**
   * Creates the loading of a study.
   *
   * @param loaded receives the study
   * @param failed receives the reason why it cannot be loaded
   */
  static Behavior<Command> create(
      StudySpec spec,
      StudyInputs inputs,
      ActorRef<StudyDriver.Command> driver,
      Consumer<LoadedStudy> loaded,
      Consumer<String> failed) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> new StudyLoading(context, timers, spec, inputs, driver, loaded, failed)));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Begin.class, begin -> guarded(this::begin))
        .onMessage(Chunk.class, chunk -> guarded(() -> take(chunk)))
        .onMessage(Retry.class, retry -> guarded(this::askAgain))
        .onSignal(PostStop.class, signal -> stopped())
        .build();
  }

  /** Runs a step and reports any failure, because the driver must not wait for this JVM. */
  private Behavior<Command> guarded(Runnable step) {
    try {
      step.run();
      return missing.isEmpty() ? Behaviors.stopped() : this;
    } catch (RuntimeException e) {
      failed.accept(String.valueOf(e.getMessage()));
      return Behaviors.stopped();
    }
  }

  private void begin() {
    for (var log : spec.logs()) {
      want(log, inputs.log(log));
    }
    for (var jar : spec.plugins()) {
      want(jar, Optional.empty());
    }
    receiveNext();
  }

  private void want(StudyFile file, Optional<Path> here) {
    here.or(() -> inputs.cache().find(file))
        .ifPresentOrElse(path -> found.put(file.sha256(), path), () -> missing.add(file));
  }

  private void receiveNext() {
    if (missing.isEmpty()) {
      timers.cancelAll();
      loaded.accept(load());
      return;
    }
    incoming = inputs.cache().receive(missing.element());
    ask();
  }

  private LoadedStudy load() {
    var jars = spec.plugins().stream().map(jar -> found.get(jar.sha256())).toList();
    return inputs.loader().load(spec, this::log, jars);
  }

  private Path log(String name) {
    return spec.logs().stream()
        .filter(log -> log.name().equals(name))
        .findFirst()
        .map(log -> found.get(log.sha256()))
        .orElseThrow(() -> new UsageException("%s: the study names no such log".formatted(name)));
  }

  private void ask() {
    if (incoming != null) {
      var wanted = incoming.wanted();
      driver.tell(
          new StudyDriver.ReadFile(wanted.sha256(), incoming.received(), getContext().getSelf()));
      timers.startSingleTimer(Retry.RETRY, RETRY);
    }
  }

  private void take(Chunk chunk) {
    var receiving = incoming;
    if (receiving == null
        || !chunk.sha256().equals(receiving.wanted().sha256())
        || chunk.offset() != receiving.received()) {
      return; // a second reply to a repeated request
    }
    retries = 0;
    var file = receiving.take(chunk.bytes());
    if (file.isEmpty()) {
      ask();
      return;
    }
    receiving.close();
    incoming = null;
    found.put(missing.remove().sha256(), file.get());
    receiveNext();
  }

  private void askAgain() {
    if (++retries > MOST_RETRIES) {
      throw new IllegalStateException(
          "%s: the driver did not send it within %d s"
              .formatted(missing.element().name(), MOST_RETRIES * RETRY.toSeconds()));
    }
    ask();
  }

  private Behavior<Command> stopped() {
    if (incoming != null) {
      incoming.close();
    }
    return this;
  }
}
