package io.metasched.service.plan;

import io.metasched.resource.model.Ticks;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.DrainMode;
import io.metasched.service.book.DrainRecord;
import io.metasched.service.book.JobIds;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import io.metasched.service.book.NodeLoss;
import io.metasched.service.book.PartRecord;
import io.metasched.service.book.PartRecord.Stage;
import io.metasched.service.book.ReasonCode;
import io.metasched.service.run.CommandTexts;
import io.metasched.service.run.EndCause;
import io.metasched.service.run.JobVariable;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import io.metasched.service.run.RunSpec;
import io.metasched.service.run.StagedFile;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Decisions on jobs after facts about their runs. The decisions follow from the book alone. */
public final class RunDecisions {
  private static final int MOST_ATTEMPTS = 5;

  private RunDecisions() {}

  /**
   * Applies a fact to the book.
   *
   * @return whether the machine may delete the run
   */
  public static BookDecision<Boolean> apply(BookState state, RunFact fact) {
    var known =
        state
            .job(fact.id().job())
            .filter(job -> job.attempt() == fact.id().attempt())
            .filter(job -> fact.id().part() < job.parts().size());
    if (known.isEmpty() || known.get().parts().get(fact.id().part()).stage().isFinal()) {
      return BookDecision.none(fact.isFinal());
    }
    var job = known.get();
    var events = new ArrayList<BookEvent>();
    boolean hasBegun = job.state() == JobState.STARTING || job.state() == JobState.RUNNING;
    if (hasBegun) {
      happen(state, job, fact, events);
    } else if (fact instanceof RunFact.Refused refused && job.state() == JobState.BOOKED) {
      events.add(
          refused.forGood()
              ? ended(job, JobState.FAILED, ReasonCode.CANNOT_PREPARE, refused.reason(), List.of())
              : giveUp(state, job, ReasonCode.NODE_REFUSED, refused.reason()));
    }
    return new BookDecision<>(events, fact.isFinal());
  }

  private static void happen(BookState state, JobRecord job, RunFact fact, List<BookEvent> events) {
    var id = fact.id();
    var part = job.parts().get(id.part());
    if (fact instanceof RunFact.Started started) {
      if (part.stage() == Stage.BOOKED) {
        events.add(new BookEvent.PartStarted(id.job(), id.attempt(), id.part(), started.at()));
      }
      return;
    }
    PartRecord now = part;
    if (fact instanceof RunFact.Ended ended) {
      if (part.stage() == Stage.BOOKED) { // the fact of the start was lost
        events.add(new BookEvent.PartStarted(id.job(), id.attempt(), id.part(), ended.at()));
      }
      events.add(
          new BookEvent.PartEnded(
              id.job(),
              id.attempt(),
              id.part(),
              ended.exitStatus(),
              ended.why(),
              ended.at(),
              ended.limit()));
      now = part.endedAt(ended.at(), ended.exitStatus(), ended.why(), ended.limit());
    } else if (fact instanceof RunFact.Refused refused) {
      events.add(new BookEvent.PartRefused(id.job(), id.attempt(), id.part(), refused.reason()));
      now = part.refused(refused.reason(), Instant.EPOCH);
    } else if (fact instanceof RunFact.Lost lost) {
      var bySite = lost.bySite().map(SiteDecisions::oneLine);
      events.add(new BookEvent.PartLost(id.job(), id.attempt(), id.part(), lost.at(), bySite));
      now = part.lostAt(lost.at(), bySite);
    }
    var parts = new ArrayList<>(job.parts());
    parts.set(id.part(), now);
    if (parts.stream().allMatch(each -> each.stage().isFinal())) {
      events.add(conclusion(state, job, parts));
    }
  }

  private static BookEvent conclusion(BookState state, JobRecord job, List<PartRecord> parts) {
    boolean lost = parts.stream().anyMatch(part -> part.stage() == Stage.LOST);
    var bySite =
        parts.stream()
            .filter(part -> part.stage() == Stage.LOST && part.note().isPresent())
            .findFirst()
            .map(part -> "the site of %s ended it: %s".formatted(part.node(), part.note().get()));
    var refused = parts.stream().filter(part -> part.stage() == Stage.REFUSED).findFirst();
    if (lost && job.spec().onNodeLoss() == NodeLoss.REQUEUE && !job.cancelAsked()) {
      if (job.countedAttempts() < MOST_ATTEMPTS) {
        return again(job, ReasonCode.NODE_LOST.reason(bySite.orElse("a node lost it")));
      }
    }
    var drained = takenBack(state, parts);
    if (!job.cancelAsked() && parts.stream().allMatch(p -> p.stage() == Stage.REFUSED)) {
      return drained // no part has run
          .map(why -> again(job, why))
          .orElseGet(
              () -> giveUp(state, job, ReasonCode.NODE_REFUSED, noteOf(refused.orElseThrow())));
    }
    boolean endedByOwner = has(parts, EndCause.CANCELLED) && !job.cancelAsked();
    if (endedByOwner && !lost && job.spec().onNodeLoss() == NodeLoss.REQUEUE) {
      if (job.countedAttempts() < MOST_ATTEMPTS) {
        return again(job, endedBy(state, parts));
      }
    }
    boolean theirFault =
        (refused.isPresent() || endedByOwner || bySite.isPresent()) && !job.cancelAsked();
    var charged = new ArrayList<Long>();
    parts.forEach(part -> charged.add(theirFault ? 0 : chargeMilli(state, part)));
    if (lost) {
      var text = bySite.orElse("its end is unknown");
      return ended(job, JobState.LOST, ReasonCode.NODE_LOST, text, charged);
    } else if (job.cancelAsked()) {
      return ended(job, JobState.WITHDRAWN, ReasonCode.CANCELLED, "it was cancelled", charged);
    } else if (refused.isPresent()) {
      var note = noteOf(refused.get());
      return failed(job, drained.orElseGet(() -> ReasonCode.NODE_REFUSED.reason(note)), charged);
    } else if (has(parts, EndCause.TIME_LIMIT)) {
      return ended(job, JobState.OVERRAN, ReasonCode.TIME_LIMIT, "its window was over", charged);
    } else if (has(parts, EndCause.OUT_OF_MEMORY)) {
      return failed(job, ReasonCode.OUT_OF_MEMORY.reason("it needed too much memory"), charged);
    } else if (has(parts, EndCause.MACHINE_LIMIT)) {
      var above =
          parts.stream()
              .filter(part -> part.cause().equals(Optional.of(EndCause.MACHINE_LIMIT)))
              .findFirst();
      return failed(job, ReasonCode.MACHINE_LIMIT.reason(noteOf(above.orElseThrow())), charged);
    } else if (endedByOwner) {
      return failed(job, endedBy(state, parts), charged);
    }
    return JobRecord.Reason.ofExit(parts)
        .map(why -> failed(job, why, charged))
        .orElseGet(
            () ->
                new BookEvent.JobEnded(
                    job.id(), JobState.FINISHED, JobRecord.Reason.NONE.code(), "", charged));
  }

  private static String noteOf(PartRecord part) {
    return part.node() + ": " + part.note().orElse("");
  }

  /** Puts the job back at its place in the queue. */
  private static BookEvent again(JobRecord job, JobRecord.Reason why) {
    return new BookEvent.JobRequeued(job.id(), job.number(), why.code(), why.text());
  }

  /** Returns the reason if an owner has drained a node of the parts in the mode {@code NOW}. */
  private static Optional<JobRecord.Reason> takenBack(BookState state, List<PartRecord> parts) {
    return drained(state, parts, drain -> drain.mode() == DrainMode.NOW);
  }

  private static Optional<JobRecord.Reason> drained(
      BookState state, List<PartRecord> parts, Predicate<DrainRecord> wanted) {
    return parts.stream()
        .flatMap(part -> state.drain(part.node()).stream())
        .filter(wanted)
        .findFirst()
        .map(
            drain ->
                new JobRecord.Reason(
                    NodeCommands.DRAINED, NodeCommands.text(drain.node(), drain.reason())));
  }

  private static JobRecord.Reason endedBy(BookState state, List<PartRecord> parts) {
    return drained(state, parts, drain -> true)
        .orElseGet(() -> ReasonCode.CANCELLED_BY_OWNER.reason("a machine ended it"));
  }

  private static boolean has(List<PartRecord> parts, EndCause cause) {
    return parts.stream().anyMatch(part -> part.cause().equals(Optional.of(cause)));
  }

  private static BookEvent failed(JobRecord job, JobRecord.Reason why, List<Long> charged) {
    return new BookEvent.JobEnded(job.id(), JobState.FAILED, why.code(), why.text(), charged);
  }

  private static BookEvent ended(
      JobRecord job, JobState state, ReasonCode code, String text, List<Long> charged) {
    return new BookEvent.JobEnded(job.id(), state, code.label(), text, charged);
  }

  /**
   * Returns the price of the time from the start of the window to the end of the part, in 1/1000.
   */
  private static long chargeMilli(BookState state, PartRecord part) {
    if (part.stage() == Stage.REFUSED) {
      return 0;
    }
    var booked = part.booked();
    long end = part.ended().map(state.ticks()::at).orElse(booked.span().end());
    long used = Math.max(0, Math.min(end, booked.span().end()) - booked.span().start());
    return Math.min(booked.costMilli(), Ticks.costMilli(booked.priceMilli(), used));
  }

  /** Requeues a booked job that cannot be started, or fails it after the last attempt. */
  private static BookEvent giveUp(BookState state, JobRecord job, ReasonCode code, String text) {
    return job.countedAttempts() < MOST_ATTEMPTS
        ? new BookEvent.JobRequeued(job.id(), state.nextNumber(), code.label(), text)
        : ended(job, JobState.FAILED, code, text, List.of());
  }

  /**
   * Decides to start all parts, which are ready, if the job is still booked and the jobs on which
   * it depends have ended.
   */
  public static BookDecision<Boolean> starting(BookState state, String id, int attempt) {
    return state
        .job(id)
        .filter(job -> job.attempt() == attempt && job.state() == JobState.BOOKED)
        .filter(job -> JobDependencies.mayStart(state, job))
        .map(job -> BookDecision.<Boolean>of(new BookEvent.JobStarting(id, attempt), true))
        .orElseGet(() -> BookDecision.none(false));
  }

  /**
   * Decides to start no part, because some were not ready in time. If all these parts have advised
   * windows, their sites have kept the nodes, and the job keeps its place in the queue.
   *
   * @param ready parts that were ready
   * @param nodes names of the nodes that were not ready, with reasons
   */
  public static BookDecision<Boolean> notReady(
      BookState state, String id, int attempt, Collection<Integer> ready, String nodes) {
    return state
        .job(id)
        .filter(job -> job.attempt() == attempt && job.state() == JobState.BOOKED)
        .map(
            job ->
                JobDependencies.mayStart(state, job)
                    ? keptBySite(state, job, ready)
                        .map(node -> keptNode(job, node, nodes))
                        .orElseGet(
                            () ->
                                giveUp(
                                    state,
                                    job,
                                    ReasonCode.NOT_READY,
                                    "not ready in time: " + nodes))
                    : again(job, JobDependencies.open(state, job).orElseThrow()))
        .map(event -> BookDecision.<Boolean>of(event, true))
        .orElseGet(() -> BookDecision.none(false));
  }

  /** Returns the first part that is not ready if all such parts are on advised nodes. */
  private static Optional<String> keptBySite(
      BookState state, JobRecord job, Collection<Integer> ready) {
    var missing = new ArrayList<String>();
    for (int part = 0; part < job.parts().size(); part++) {
      if (!ready.contains(part)) {
        missing.add(job.nodes().get(part));
      }
    }
    return missing.stream().allMatch(state.market()::isAdvised)
        ? missing.stream().findFirst()
        : Optional.empty();
  }

  private static BookEvent keptNode(JobRecord job, String node, String nodes) {
    var text = "the site did not give the node of an advised window in time: " + nodes;
    var code = ReasonCode.SITE_KEPT_NODE.label();
    return new BookEvent.JobRequeued(job.id(), job.number(), code, text, Optional.of(node));
  }

  /**
   * Returns the spec of the run for a part of a booked job.
   *
   * @param input contents of its input files
   */
  public static RunSpec spec(BookState state, JobRecord job, int part, List<StagedFile> input) {
    var record = job.parts().get(part);
    var span = record.booked().span();
    var run = job.spec().run();
    var start = state.ticks().instant(span.start());
    var end = state.ticks().instant(span.end());
    var environment = new TreeMap<>(run.environment());
    environment.put(JobVariable.JOB_ID.key(), job.id());
    environment.put(JobVariable.NUMBER.key(), String.valueOf(state.numberOf(job)));
    environment.put(JobVariable.ATTEMPT.key(), String.valueOf(job.attempt()));
    environment.put(JobVariable.PART.key(), String.valueOf(part));
    environment.put(JobVariable.PARTS.key(), String.valueOf(job.parts().size()));
    state
        .arrayOf(job)
        .ifPresent(
            array -> {
              environment.put(JobVariable.ARRAY_ID.key(), array.id());
              environment.put(
                  JobVariable.ARRAY_NUMBER.key(), String.valueOf(JobIds.number(array.id())));
              environment.put(JobVariable.ARRAY_INDEX.key(), JobIds.index(job.id()));
              environment.put(JobVariable.ARRAY_SIZE.key(), String.valueOf(array.size()));
            });
    var nodes = String.join(",", job.nodes());
    if (CommandTexts.fits(JobVariable.NODES.key(), nodes)) { // thousands of names do not fit
      environment.put(JobVariable.NODES.key(), nodes);
    }
    environment.put(JobVariable.NODE.key(), record.node());
    environment.put(JobVariable.WINDOW_END.key(), end.toString());
    var grace = Duration.ofMillis(Math.min(run.graceMillis(), span.lengthTicks() / 2));
    return new RunSpec(
        new RunId(job.id(), job.attempt(), part),
        record.node(),
        run.command(),
        environment,
        input,
        start,
        end,
        grace,
        run.warnMillis().map(Duration::ofMillis),
        run.limits(),
        job.spec().account(),
        run.chdir());
  }
}
