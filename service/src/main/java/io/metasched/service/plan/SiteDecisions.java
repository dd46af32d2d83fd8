package io.metasched.service.plan;

import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.book.JobState;
import io.metasched.service.book.ReasonCode;
import io.metasched.service.book.SchedulerRules;
import io.metasched.service.site.HoldFinding;
import io.metasched.service.site.HoldRefusal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Decisions on placed and booked jobs after answers of sites. They follow from the book alone. */
public final class SiteDecisions {
  private static final int LONGEST_TEXT = 200;

  private SiteDecisions() {}

  /**
   * Books a placed job whose window all sites have confirmed, or moves a booked job whose planned
   * move they have confirmed. If the move is no longer possible, the job keeps its window.
   */
  public static BookDecision<Boolean> confirmed(
      BookState state, String id, int attempt, Instant now) {
    return attempt(state, id, attempt)
        .flatMap(job -> confirmed(state, job, now))
        .map(event -> BookDecision.<Boolean>of(event, true))
        .orElseGet(() -> BookDecision.none(false));
  }

  private static Optional<BookEvent> confirmed(BookState state, JobRecord job, Instant now) {
    if (job.state() == JobState.PLACED) {
      return Optional.of(new BookEvent.JobConfirmed(job.id(), job.attempt()));
    } else if (!job.isMoving()) {
      return Optional.empty();
    }
    var to = job.asMoved();
    var move =
        new BookEvent.JobMoved(
            job.id(), state.ticks().at(now), to.window().orElseThrow(), to.nodes());
    return Optional.of(whyNotMoved(state, job, now).map(why -> staying(job, why)).orElse(move));
  }

  private static BookEvent staying(JobRecord job, Reason why) {
    return new BookEvent.JobMoveRefused(job.id(), why.code(), why.text());
  }

  private static Optional<Reason> whyNotMoved(BookState state, JobRecord job, Instant now) {
    var to = job.asMoved();
    var nodes = to.nodes();
    var drain = nodes.stream().flatMap(node -> state.drain(node).stream()).findFirst();
    long more = to.window().orElseThrow().costMilli() - job.money().held();
    long available = state.account(job.spec().account()).orElseThrow().balanceMilli();
    if (drain.isPresent()) {
      var text = NodeCommands.text(drain.get().node(), drain.get().reason());
      return Optional.of(new Reason(NodeCommands.DRAINED, text));
    } else if (!now.isBefore(movesUntil(state, job))) {
      return Optional.of(FlowWords.tooLate(nodes.get(0)));
    } else if (!SiteHoldings.keepsSites(state, job.nodes(), nodes)) {
      return Optional.of(FlowWords.notSold(nodes.get(0)));
    } else if (more > available) {
      return Optional.of(
          JobAdmission.unpaid(state, job.spec().account(), "costs", more, available).why());
    }
    return new WorkflowWindows(state).refusal(job, to.window().orElseThrow(), more);
  }

  /** Returns the instant from which a job cannot move, because one of its windows is prepared. */
  public static Instant movesUntil(BookState state, JobRecord job) {
    var lead = state.rules().map(SchedulerRules::prepareLead).orElse(Duration.ZERO);
    long from = job.window().orElseThrow().start() - SiteHoldings.leadTicks(state, job.nodes());
    long to = job.asMoved().window().orElseThrow().start();
    return state.ticks().instant(Math.min(from, to)).minus(lead);
  }

  /**
   * Returns a placed job to its place in the queue, because a site has refused a part of it. A
   * booked job whose move is refused keeps its window.
   */
  public static BookDecision<Boolean> refused(
      BookState state, String id, int attempt, String node, HoldRefusal refusal) {
    var why =
        switch (refusal.reason()) {
          case TAKEN -> "%s was taken by its site meanwhile";
          case NODE_UNUSABLE -> "%s cannot be used at its site";
          case NOT_PERMITTED -> "the agent may not reserve time of %s at its site";
          case NAME_TAKEN, UNKNOWN_NAME, OTHER -> "the site of %s refused the window";
        };
    var text = why.formatted(node) + detail(refusal.text());
    return again(state, id, attempt, JobState.PLACED, ReasonCode.SITE_REFUSED, node, text);
  }

  /**
   * Returns a placed job to its place in the queue, because a site did not confirm it in time. A
   * booked job whose move is not confirmed keeps its window.
   *
   * @param node node of the first hold without an answer
   */
  public static BookDecision<Boolean> silent(
      BookState state, String id, int attempt, String node, String error) {
    var text = "the site of %s did not confirm the window in time".formatted(node) + detail(error);
    return again(state, id, attempt, JobState.PLACED, ReasonCode.SITE_SILENT, node, text);
  }

  /**
   * Returns a booked job to its place in the queue, because its site has taken the time of a part.
   * A job with a start order is left to its machines.
   */
  public static BookDecision<Boolean> tookBack(
      BookState state, String id, int attempt, String node, HoldFinding finding) {
    var why =
        switch (finding.kind()) {
          case MISSING -> "the site of %s lost the reservation and does not make it again";
          case CHANGED -> "the site of %s changed its reservation";
          case OVERLAPPED -> "the site of %s reserved the time itself";
          case NODE_LOST -> "%s cannot be used at its site";
          case LEFT_OVER -> throw new IllegalArgumentException(finding.toString());
        };
    var text = why.formatted(node) + detail(finding.detail());
    return again(state, id, attempt, JobState.BOOKED, ReasonCode.SITE_TOOK_BACK, node, text);
  }

  private static BookDecision<Boolean> again(
      BookState state,
      String id,
      int attempt,
      JobState in,
      ReasonCode code,
      String node,
      String text) {
    return attempt(state, id, attempt)
        .filter(job -> job.state() == in || job.isMoving())
        .map(
            job ->
                job.state() == in
                    ? new BookEvent.JobRequeued(
                        id, job.number(), code.label(), text, Optional.of(node))
                    : staying(job, new Reason(code.label(), text)))
        .map(event -> BookDecision.<Boolean>of(event, true))
        .orElseGet(() -> BookDecision.none(false));
  }

  private static Optional<JobRecord> attempt(BookState state, String id, int attempt) {
    return state.job(id).filter(job -> job.attempt() == attempt);
  }

  /** Returns an untrusted text of a site in parentheses, as one line of limited length. */
  private static String detail(String text) {
    var line = oneLine(text);
    return line.isEmpty() ? "" : " (%s)".formatted(line);
  }

  /** Returns an untrusted text of a site as one line of limited length. */
  public static String oneLine(String text) {
    boolean isLong = text.length() > LONGEST_TEXT;
    // the cut may leave half a surrogate pair, which is in category C
    var line = (isLong ? text.substring(0, LONGEST_TEXT) : text).replaceAll("\\p{C}+", " ").strip();
    return isLong ? line + "..." : line;
  }
}
