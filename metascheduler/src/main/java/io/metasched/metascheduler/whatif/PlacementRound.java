package io.metasched.metascheduler.whatif;

import io.metasched.metascheduler.whatif.GridAnswer.Outcome;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationAnswer;
import io.metasched.resource.provider.ReservationAnswer.Accepted;
import io.metasched.resource.provider.ReservationAnswer.Refused;
import io.metasched.resource.provider.probe.ProbeAnswer;
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
 * Placement of one request in steps. All candidate clusters are probed, then the best placement is
 * reserved on one cluster after the other. If a cluster refuses, the reservations on the other
 * clusters are withdrawn, and the next placement is tried, until one is reserved or none remains.
 * If a part begins before it can be withdrawn, no other placement is tried.
 *
 * <p>The round returns the commands to send ({@link #next}) and receives the answers; all commands
 * must be answered before it continues. A single thread and actors therefore execute the round in
 * the same way. Inputs that are not answers (excluded clusters and a withdrawal) take effect only
 * between two placements. The commands follow from the answers and from the number of placements
 * begun ({@link #begun}).
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
  private final TreeSet<Integer> running =
      new TreeSet<>(); // clusters whose parts could not be withdrawn
  private List<ClusterRequest> commands = new ArrayList<>();
  private @Nullable Iterator<GridPlacement> untried;
  private @Nullable GridPlacement current;
  private int begun;
  private boolean isFound;
  private boolean isWithdrawn;
  private @Nullable GridAnswer answer;

  /**
   * Creates a round for which the candidates must still be found.
   *
   * @param nowTick tick at which the request is handled
   */
  public PlacementRound(GridRequest request, long nowTick) {
    this.request = request;
    this.nowTick = nowTick;
  }

  /** Creates a round with the candidates, see {@link #found}. */
  public PlacementRound(GridRequest request, List<Integer> candidates, long nowTick) {
    this(request, nowTick);
    found(candidates);
  }

  /** Returns whether the candidates must still be found. */
  public boolean isSearching() {
    return answer == null && !isFound;
  }

  /**
   * Sets the candidates; later calls are ignored.
   *
   * @param candidates clusters with enough processors
   */
  public void found(List<Integer> candidates) {
    if (!isSearching()) {
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
      candidates.forEach(cluster -> ask(new ClusterRequest.Probe(cluster, part)));
    }
  }

  private void ask(ClusterRequest command) {
    awaited.add(command.cluster());
    commands.add(command);
  }

  /** Returns the commands to send now, each once: at most one for each cluster. */
  public List<ClusterRequest> next() {
    var due = commands;
    commands = new ArrayList<>();
    return due;
  }

  /** Returns whether the answer is known. */
  public boolean isOver() {
    return answer != null;
  }

  /**
   * Returns the answer.
   *
   * @throws NullPointerException before the round is over
   */
  public GridAnswer answer() {
    return Objects.requireNonNull(answer);
  }

  /** Returns the clusters with an outstanding answer, ascending. */
  public List<Integer> awaited() {
    return List.copyOf(awaited);
  }

  /** Returns the reservations of a granting answer, by cluster. */
  public SortedMap<Integer, Reservation> reserved() {
    return new TreeMap<>(reserved);
  }

  /** Receives the answer of a cluster to the probe; ignored if the cluster was excluded. */
  public void probed(int cluster, ProbeAnswer reported) {
    if (isProbing() && awaited.contains(cluster)) {
      answers.put(cluster, reported);
      answered(cluster);
    }
  }

  /**
   * Returns whether clusters are being probed, so that clusters that do not answer may be excluded.
   */
  public boolean isProbing() {
    return answer == null && isFound && untried == null;
  }

  /** Returns the number of placements begun, including the one that is being tried. */
  public int begun() {
    return begun;
  }

  /**
   * Excludes clusters, regardless of whether they answer the probe.
   *
   * @throws IllegalStateException if no cluster is being probed, because a possible reservation
   *     cannot be ignored
   */
  public void exclude(List<Integer> silent) {
    if (!isProbing()) {
      throw new IllegalStateException("no cluster is being probed");
    }
    awaited.removeAll(silent);
    proceed();
  }

  /** Receives the reservation or refusal of a cluster. */
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

  /** Reports that a cluster has withdrawn its part. */
  public void givenUp(int cluster) {
    reserved.remove(cluster);
    answered(cluster);
  }

  /** Reports that a cluster cannot withdraw its part, because the part has begun. */
  public void hasBegun(int cluster) {
    running.add(cluster);
    givenUp(cluster);
  }

  /**
   * Withdraws the request: no further placement is begun. The placement that is being tried is
   * completed as if the request had not been withdrawn.
   */
  public void withdraw() {
    isWithdrawn = true;
    if (untried == null) {
      awaited.clear();
      commands.clear();
      proceed();
    }
  }

  private void answered(int cluster) {
    awaited.remove(cluster);
    proceed();
  }

  private void proceed() {
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

  private void reserveNext(GridPlacement placement) {
    int cluster = placement.clusters().get(reserved.size());
    ask(new ClusterRequest.Reserve(cluster, request.part().at(placement.startTick())));
  }

  private void giveUp() {
    current = null;
    reserved.forEach(
        (cluster, reservation) -> ask(new ClusterRequest.Withdraw(cluster, reservation)));
  }

  private void refuse(PlacementRefusal reason) {
    conclude(Outcome.REFUSED, Optional.of(reason), Optional.empty());
  }

  private void conclude(
      Outcome outcome, Optional<PlacementRefusal> refusal, Optional<GridPlacement> placement) {
    var probes =
        answers.entrySet().stream().map(e -> new ClusterProbe(e.getKey(), e.getValue())).toList();
    var parts = List.copyOf(running);
    answer = new GridAnswer(request.number(), outcome, refusal, placement, probes, tried, parts);
  }
}
