package io.metasched.metascheduler.whatif;

import io.metasched.metascheduler.whatif.GridAnswer.Outcome;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationAnswer;
import io.metasched.resource.provider.ReservationAnswer.Accepted;
import io.metasched.resource.provider.ReservationAnswer.Refused;
import io.metasched.resource.whatif.ProbeAnswer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How one request is placed, step by step: all candidate clusters are probed, then the best
 * placement is reserved, cluster by cluster; where one refuses, what the others have reserved for
 * it is given up and the next placement is tried, until one is reserved or none is left. Where a
 * part begins before it can be given up, no other placement is tried.
 *
 * <p>It says what is to be asked ({@link #next}), and is told the answers; all that was asked must
 * be answered before it goes on. So one thread and actors carry it out alike. What is not answered
 * by clusters, clusters left out and a withdrawal, counts between two placements only: what is
 * asked follows from what was answered and from how many placements were begun ({@link #begun}).
 *
 * <p>Source: the what-if paper, section 3, steps 2 to 8. Confined to one thread.
 */
public final class PlacementRound {
  private final GridRequest request;
  private final long nowTick;
  private final SortedMap<Integer, ProbeAnswer> answers = new TreeMap<>();
  private final TreeSet<Integer> awaited = new TreeSet<>();
  private final List<TriedPlacement> tried = new ArrayList<>();
  private final TreeMap<Integer, Reservation> reserved = new TreeMap<>();
  private final TreeSet<Integer> running = new TreeSet<>(); // parts that could not be given up
  private List<ClusterCommand> commands = new ArrayList<>();
  private @Nullable Iterator<Placement> untried;
  private @Nullable Placement current;
  private int begun;
  private boolean isFound;
  private boolean isWithdrawn;
  private @Nullable GridAnswer answer;

  /**
   * One whose candidates are still to be found.
   *
   * @param nowTick when the request is handled
   */
  public PlacementRound(GridRequest request, long nowTick) {
    this.request = request;
    this.nowTick = nowTick;
  }

  /** The same with the candidates, see {@link #found}. */
  public PlacementRound(GridRequest request, List<Integer> candidates, long nowTick) {
    this(request, nowTick);
    found(candidates);
  }

  /** Whether the candidates are still to be found. */
  public boolean isLooking() {
    return answer == null && !isFound;
  }

  /**
   * The candidates are found, for the first time; otherwise they do not count.
   *
   * @param candidates the clusters that have the processors
   */
  public void found(List<Integer> candidates) {
    if (!isLooking()) {
      return;
    }
    isFound = true;
    var part = request.part();
    if (!part.fitsItsInterval()) {
      refuse(PlacementRefusal.WINDOW_TOO_SHORT);
    } else if (!part.isMetBy(nowTick)) {
      refuse(PlacementRefusal.IN_THE_PAST);
    } else if (candidates.size() < request.clusters()) {
      refuse(PlacementRefusal.TOO_MANY_PROCESSORS);
    } else {
      candidates.forEach(cluster -> ask(new ClusterCommand.Probe(cluster, part)));
    }
  }

  private void ask(ClusterCommand command) {
    awaited.add(command.cluster());
    commands.add(command);
  }

  /** What is to be asked now, each once: at most one command for each cluster. */
  public List<ClusterCommand> next() {
    var due = commands;
    commands = new ArrayList<>();
    return due;
  }

  /** Whether the request has its answer. */
  public boolean isOver() {
    return answer != null;
  }

  /**
   * The answer.
   *
   * @throws NullPointerException before it is over
   */
  public GridAnswer answer() {
    return Objects.requireNonNull(answer);
  }

  /** The clusters that have not answered what they were asked, ascending. */
  public List<Integer> awaited() {
    return List.copyOf(awaited);
  }

  /** The reservations that the answer names, by cluster; those of an answer that grants. */
  public SortedMap<Integer, Reservation> reserved() {
    return new TreeMap<>(reserved);
  }

  /** A cluster has answered the probe; one that has been left out comes too late. */
  public void probed(int cluster, ProbeAnswer reported) {
    if (isProbing() && awaited.contains(cluster)) {
      answers.put(cluster, reported);
      answered(cluster);
    }
  }

  /** Whether clusters are being probed, of which one that does not answer may be left out. */
  public boolean isProbing() {
    return answer == null && isFound && untried == null;
  }

  /** How many placements were begun: the one that is being tried, and those before. */
  public int begun() {
    return begun;
  }

  /**
   * These clusters are left out, whether they answer the probe or not.
   *
   * @throws IllegalStateException when none is being probed: what may have been reserved cannot be
   *     left out
   */
  public void leaveOut(List<Integer> silent) {
    if (!isProbing()) {
      throw new IllegalStateException("no cluster is being probed");
    }
    awaited.removeAll(silent);
    goOn();
  }

  /** A cluster has reserved its part, or refused. */
  public void decided(int cluster, ReservationAnswer decision) {
    var placement = Objects.requireNonNull(current);
    if (decision instanceof Accepted accepted) {
      reserved.put(cluster, accepted.reservation());
    } else {
      var reason = ((Refused) decision).reason();
      tried.add(new TriedPlacement(placement, cluster, Optional.of(reason)));
      giveUp();
    }
    answered(cluster);
  }

  /** A cluster has given up its part. */
  public void givenUp(int cluster) {
    reserved.remove(cluster);
    answered(cluster);
  }

  /** A cluster cannot give up its part, which has begun. */
  public void hasBegun(int cluster) {
    running.add(cluster);
    givenUp(cluster);
  }

  /**
   * The client no longer wants it: no placement is begun any more. The one that is being tried is
   * reserved or not, as if nothing had happened.
   */
  public void withdraw() {
    isWithdrawn = true;
    if (untried == null) {
      awaited.clear();
      commands.clear();
      goOn();
    }
  }

  private void answered(int cluster) {
    awaited.remove(cluster);
    goOn();
  }

  private void goOn() {
    if (!awaited.isEmpty() || isOver()) {
      return;
    }
    if (untried == null && !isWithdrawn) {
      order();
    } else if (current == null) {
      tryNext();
    } else if (reserved.size() < current.clusters().size()) {
      reserveNext(current);
    } else {
      tried.add(new TriedPlacement(current, TriedPlacement.NONE, Optional.empty()));
      conclude(Outcome.GRANTED, Optional.empty(), Optional.of(current));
    }
  }

  private void order() {
    if (answers.size() < request.clusters()) {
      refuse(PlacementRefusal.NO_ANSWER);
      return;
    }
    untried = PlacementOrder.of(request, answers).iterator();
    tryNext();
  }

  private void tryNext() {
    if (isWithdrawn) {
      conclude(Outcome.WITHDRAWN, Optional.empty(), Optional.empty());
      return;
    }
    var left = Objects.requireNonNull(untried);
    if (!running.isEmpty()) {
      refuse(PlacementRefusal.PART_BEGUN);
    } else if (left.hasNext()) {
      current = left.next();
      begun++;
      reserveNext(current);
    } else {
      refuse(tried.isEmpty() ? PlacementRefusal.NONE_AVAILABLE : PlacementRefusal.NONE_RESERVABLE);
    }
  }

  private void reserveNext(Placement placement) {
    int cluster = placement.clusters().get(reserved.size());
    ask(new ClusterCommand.Reserve(cluster, request.part().at(placement.startTick())));
  }

  private void giveUp() {
    current = null;
    reserved.forEach(
        (cluster, reservation) -> ask(new ClusterCommand.Withdraw(cluster, reservation)));
  }

  private void refuse(PlacementRefusal reason) {
    conclude(Outcome.REFUSED, Optional.of(reason), Optional.empty());
  }

  private void conclude(
      Outcome outcome, Optional<PlacementRefusal> refusal, Optional<Placement> placement) {
    var probes =
        answers.entrySet().stream().map(e -> new ClusterProbe(e.getKey(), e.getValue())).toList();
    var parts = List.copyOf(running);
    answer = new GridAnswer(request.number(), outcome, refusal, placement, probes, tried, parts);
  }
}
