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
 * it is given up and the next placement is tried, until one is reserved or none is left. A request
 * that is withdrawn meanwhile gives up what it has.
 *
 * <p>It says what is to be asked ({@link #next}), and is told the answers; all that was asked must
 * be answered before it goes on. So one thread and actors carry it out alike.
 *
 * <p>Source: the what-if paper, section 3, steps 2 to 8. Confined to one thread.
 */
public final class PlacementRound {
  private final GridRequest request;
  private final SortedMap<Integer, ProbeAnswer> answers = new TreeMap<>();
  private final TreeSet<Integer> awaited = new TreeSet<>();
  private final List<TriedPlacement> tried = new ArrayList<>();
  private final TreeMap<Integer, Reservation> reserved = new TreeMap<>();
  private List<ClusterCommand> commands = new ArrayList<>();
  private @Nullable Iterator<Placement> untried;
  private @Nullable Placement current;
  private boolean isWithdrawn;
  private @Nullable GridAnswer answer;

  /**
   * @param candidates the clusters that have the processors
   * @param nowTick when the request is handled
   */
  public PlacementRound(GridRequest request, List<Integer> candidates, long nowTick) {
    this.request = request;
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
    return answer == null && untried == null;
  }

  /**
   * The clusters that have not answered the probe are left out.
   *
   * @throws IllegalStateException when none is being probed: what may have been reserved cannot be
   *     left out
   */
  public void leaveOutSilent() {
    if (!isProbing()) {
      throw new IllegalStateException("no cluster is being probed");
    }
    waitForNone();
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

  /** The client no longer wants it: what is reserved is given up once what is asked is answered. */
  public void withdraw() {
    isWithdrawn = true;
    if (isProbing()) {
      waitForNone();
    }
  }

  private void waitForNone() {
    awaited.clear();
    commands.clear();
    goOn();
  }

  private void answered(int cluster) {
    awaited.remove(cluster);
    goOn();
  }

  private void goOn() {
    if (!awaited.isEmpty() || isOver()) {
      return;
    }
    if (isWithdrawn) {
      giveUp();
      if (awaited.isEmpty()) {
        conclude(Outcome.WITHDRAWN, Optional.empty(), Optional.empty());
      }
    } else if (untried == null) {
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
    var left = Objects.requireNonNull(untried);
    if (left.hasNext()) {
      current = left.next();
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
    answer = new GridAnswer(request.number(), outcome, refusal, placement, probes, tried);
  }
}
