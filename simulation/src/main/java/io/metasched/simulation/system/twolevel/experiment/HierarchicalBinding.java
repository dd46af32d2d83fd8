package io.metasched.simulation.system.twolevel.experiment;

import io.metasched.resource.profile.FreeCapacity;
import io.metasched.resource.profile.LinearProfile;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationRequest;
import io.metasched.resource.twolevel.FreeProcessors;
import io.metasched.resource.twolevel.StaticBinding;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.study.config.ExperimentInfo;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.LongStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Experiment with random requests on an empty provider. It measures whether counts of processors
 * suffice if reservations are bound at their starts or immediately, and the number of resulting
 * slots. It also measures the starts found by the paper's search as printed in its listing.
 *
 * <p>Source: the hierarchical reservation paper, proposition 1, sections 3.2 and 3.5. A replication
 * is one set of requests.
 */
public final class HierarchicalBinding implements Experiment {
  private static final int PROCESSORS = 16;
  private static final int LARGEST = 8;
  private static final int LONGEST = 60;
  private static final int LAST_READY = 400;
  private static final int WIDEST = 4; // as a multiple of the duration
  private static final List<Integer> COUNTS = List.of(1, 10, 100);

  /** Number of reserved requests, and number of slots of their profile. */
  private static final String RESERVED = "reserved";

  private static final String SLOTS = "slots";

  /** Number of reservations without their own processors, bound at their starts or immediately. */
  private static final String UNBOUND = "unbound";

  private static final String UNBOUND_EARLY = "unboundEarly";

  /**
   * Number of starts that differ from the starts of a naive search, for this project's search and
   * for the listing.
   */
  private static final String MISSED = "missed";

  private static final String MISSED_BY_LISTING = "missedByListing";
  private static final List<String> COLUMNS =
      List.of(RESERVED, SLOTS, UNBOUND, UNBOUND_EARLY, MISSED, MISSED_BY_LISTING);

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("hierarchical-binding");
  }

  private static String row(int requests) {
    return "%d requests".formatted(requests);
  }

  @Override
  public List<Measure> measures() {
    return Sp2Runs.ours(
        COUNTS.stream().map(HierarchicalBinding::row).toList(), "", COLUMNS.toArray(String[]::new));
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    if (!context.settings().isEmpty()) {
      throw new UsageException(
          "--set %s: no settings are allowed if an experiment draws its own requests"
              .formatted(context.settings().get(0)));
    }
    return (replication, observations) -> {
      for (int count : COUNTS) {
        var random = replication.seeds("hierarchical-binding").generator("requests", count);
        observe(row(count), requests(count, random), observations);
      }
    };
  }

  private static List<ReservationRequest> requests(int count, UniformRandomProvider random) {
    var requests = new ArrayList<ReservationRequest>();
    for (int i = 0; i < count; i++) {
      int ready = random.nextInt(1, LAST_READY);
      int duration = random.nextInt(1, LONGEST + 1);
      int interval = random.nextInt(duration, WIDEST * duration + 1);
      int processors = random.nextInt(1, LARGEST + 1);
      requests.add(new ReservationRequest(i, ready, ready + interval, processors, duration));
    }
    return requests;
  }

  private static void observe(String row, List<ReservationRequest> requests, Observations to) {
    var profile = new LinearProfile(0, PROCESSORS);
    var placed = new ArrayList<Reservation>();
    int missed = 0;
    int missedByListing = 0;
    for (var request : requests) {
      long latest = request.dueTick() - request.durationTicks();
      long start =
          profile.earliestStart(
              request.readyTick(), request.durationTicks(), request.processors(), latest);
      long earliest = naive(request, latest, profile);
      missed += start == earliest ? 0 : 1;
      missedByListing += listed(request, profile) == earliest ? 0 : 1;
      if (start != FreeCapacity.NEVER) {
        profile.hold(start, start + request.durationTicks(), request.processors());
        placed.add(new Reservation(request, start));
      }
    }
    to.put(row, RESERVED, placed.size());
    to.put(row, SLOTS, profile.size());
    to.put(row, UNBOUND, unbound(placed));
    to.put(row, UNBOUND_EARLY, unboundEarly(placed));
    to.put(row, MISSED, missed);
    to.put(row, MISSED_BY_LISTING, missedByListing);
  }

  /** Returns the earliest start, searched tick by tick. */
  private static long naive(ReservationRequest request, long latest, FreeCapacity profile) {
    return LongStream.rangeClosed(request.readyTick(), latest)
        .filter(
            start ->
                LongStream.range(start, start + request.durationTicks())
                    .allMatch(tick -> profile.freeAt(tick) >= request.processors()))
        .findFirst()
        .orElse(FreeCapacity.NEVER);
  }

  /**
   * Returns the start that algorithm 2 finds: the start of a slot that begins at or after the ready
   * time.
   */
  private static long listed(ReservationRequest request, FreeCapacity profile) {
    long end = LAST_READY + (WIDEST + 1L) * LONGEST;
    var slots =
        LongStream.range(0, end)
            .filter(tick -> tick == 0 || profile.freeAt(tick) != profile.freeAt(tick - 1))
            .toArray();
    long start = -1;
    for (int i = 0; i < slots.length; i++) {
      if (slots[i] < request.readyTick()) {
        continue;
      }
      if (profile.freeAt(slots[i]) < request.processors()) {
        start = -1;
        continue;
      }
      start = start < 0 ? slots[i] : start;
      if (start + request.durationTicks() > request.dueTick()) {
        return FreeCapacity.NEVER;
      }
      if (i + 1 == slots.length || slots[i + 1] - start >= request.durationTicks()) {
        return start;
      }
    }
    return FreeCapacity.NEVER;
  }

  private record Running(long end, BitSet processors) {}

  /** Returns the number of reservations that find too few free processors at their starts. */
  private static int unbound(List<Reservation> placed) {
    var free = new FreeProcessors(PROCESSORS);
    var running = new PriorityQueue<Running>(Comparator.comparingLong(Running::end));
    var byStart = placed.stream().sorted(Comparator.comparingLong(Reservation::startTick)).toList();
    int unbound = 0;
    for (var each : byStart) {
      while (!running.isEmpty() && running.element().end() <= each.startTick()) {
        free.giveBack(running.remove().processors());
      }
      int processors = each.request().processors();
      if (free.count() < processors) {
        unbound++;
      } else {
        running.add(new Running(each.endTick(), free.take(processors)));
      }
    }
    return unbound;
  }

  /**
   * Returns the number of reservations without enough own processors if they are bound when they
   * are placed.
   */
  private static int unboundEarly(List<Reservation> placed) {
    var binding = new StaticBinding(PROCESSORS);
    int unbound = 0;
    for (var each : placed) {
      var request = each.request();
      var fixed =
          new ReservationRequest(
              request.number(),
              each.startTick(),
              each.endTick(),
              request.processors(),
              request.durationTicks());
      unbound += binding.reserve(fixed).isPresent() ? 0 : 1;
    }
    return unbound;
  }

  @Override
  public List<Figure> figures() {
    return List.of(
        new Figure(
            "Reservations without processors of their own",
            "requests",
            "reservations",
            Kind.LINES,
            List.of(curve(UNBOUND), curve(UNBOUND_EARLY))));
  }

  private static Curve curve(String column) {
    return Curve.of(column, COUNTS, count -> new Series(row(count), column));
  }
}
