package io.metasched.service.run;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The start of a job with several parts: all of them start at the booked instant, or none is left.
 * A part is told to start only once all have said that they are ready, which is decided once; where
 * one is not ready in time, is refused or is lost, all others are cancelled. Pure: it is told facts
 * and the time, and says what is to be told to whom, again and again until a fact shows that it was
 * heard. A job with one part is a special case of it.
 */
public final class CoallocatedStart {
  /** What has been decided. */
  public enum Decision {
    /** Not all parts have said that they are ready. */
    OPEN,
    /** All are to start. */
    GO,
    /** None is to be left running. */
    NONE
  }

  /** What a part is to be told. */
  public enum Order {
    PREPARE,
    START,
    CANCEL
  }

  /**
   * An order for a part.
   *
   * @param id of the part's run
   */
  public record PartOrder(Order order, RunId id) {}

  private enum Stage {
    UNKNOWN,
    READY,
    STARTED,
    OVER
  }

  private final TreeMap<RunId, Stage> stages = new TreeMap<>();
  private final Instant deadline;
  private Decision decision = Decision.OPEN;
  private String reason = "";

  /**
   * A start that is to be.
   *
   * @param parts all parts of one attempt, at least one
   * @param start when they are booked to start
   * @param tolerance how much later all must have said that they are ready
   */
  public CoallocatedStart(List<RunId> parts, Instant start, Duration tolerance) {
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("a job has at least one part");
    }
    parts.forEach(part -> stages.put(part, Stage.UNKNOWN));
    deadline = start.plus(tolerance);
  }

  /** Takes a fact, at the time by the clock of whoever decides; facts may come twice. */
  public void hear(RunFact fact, Instant now) {
    var stage = stages.get(fact.id());
    if (stage == null || stage == Stage.OVER) {
      return;
    }
    if (fact.isFinal()) {
      stages.put(fact.id(), Stage.OVER);
      // a part that has ended has run: only one that could not run keeps the others from running
      if (fact instanceof RunFact.Refused refused) {
        giveUp("%s was refused: %s".formatted(fact.id(), refused.reason()));
      } else if (fact instanceof RunFact.Lost) {
        giveUp("%s was lost".formatted(fact.id()));
      }
    } else if (fact instanceof RunFact.Started) {
      stages.put(fact.id(), Stage.STARTED);
    } else if (stage == Stage.UNKNOWN) {
      stages.put(fact.id(), Stage.READY);
    }
    decide(now);
  }

  /** Takes the time, as nothing may be heard. */
  public void pass(Instant now) {
    decide(now);
  }

  private void decide(Instant now) {
    if (decision != Decision.OPEN) {
      return;
    }
    var missing = new ArrayList<String>();
    stages.forEach(
        (id, stage) -> {
          if (stage == Stage.UNKNOWN) {
            missing.add(id.toString());
          }
        });
    if (now.isAfter(deadline)) {
      giveUp("not ready by %s: %s".formatted(deadline, String.join(", ", missing)));
    } else if (missing.isEmpty()) {
      decision = Decision.GO;
    }
  }

  private void giveUp(String why) {
    if (decision != Decision.NONE) {
      decision = Decision.NONE;
      reason = why;
    }
  }

  /** What has been decided so far. From OPEN it becomes GO or NONE, from GO it may become NONE. */
  public Decision decision() {
    return decision;
  }

  /** Why none is to be left, if so. */
  public Optional<String> reason() {
    return decision == Decision.NONE ? Optional.of(reason) : Optional.empty();
  }

  /** What each part is to be told now, until a fact shows that it was heard. */
  public List<PartOrder> orders() {
    var orders = new ArrayList<PartOrder>();
    stages.forEach(
        (id, stage) -> order(stage).ifPresent(order -> orders.add(new PartOrder(order, id))));
    return orders;
  }

  private Optional<Order> order(Stage stage) {
    return switch (decision) {
      case OPEN -> stage == Stage.UNKNOWN ? Optional.of(Order.PREPARE) : Optional.empty();
      case GO -> stage == Stage.READY ? Optional.of(Order.START) : Optional.empty();
      case NONE -> stage == Stage.OVER ? Optional.empty() : Optional.of(Order.CANCEL);
    };
  }

  /** Whether no part can still run, or start to. */
  public boolean isOver() {
    return stages.values().stream().allMatch(stage -> stage == Stage.OVER);
  }
}
