package io.metasched.resource.fanout;

import io.metasched.resource.fanout.MergedSlots.Standing;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collector of the slots relevant to one request. The collector keeps the valid answers, queries
 * the other domains, and selects from all whole lists together, as if they were the list of one
 * domain.
 */
final class SlotMerge {
  private final DomainIndex sites;
  private final WholeLists opened;
  private final ChangeLog log;
  private final int spare;
  private final WindowRequest request;
  private final Criterion criterion;
  private final @Nullable MergedSlots known;

  private final boolean[] holds; // by site
  private final List<Integer> asked = new ArrayList<>();
  private final List<Slot> slots = new ArrayList<>();
  private final List<Standing> standings = new ArrayList<>();

  SlotMerge(
      DomainIndex sites,
      WholeLists opened,
      ChangeLog log,
      int spare,
      WindowRequest request,
      Criterion criterion,
      @Nullable MergedSlots known) {
    this.sites = sites;
    this.opened = opened;
    this.log = log;
    this.spare = spare;
    this.request = request;
    this.criterion = criterion;
    this.known = known;
    holds = new boolean[sites.count()];
  }

  /** Returns the queries to the domains without a valid answer. */
  List<DomainLink.Addressed> questions() {
    var questions = new ArrayList<DomainLink.Addressed>();
    for (int site = 0; site < sites.count(); site++) {
      if (opened.has(site)) {
        continue;
      }
      holds[site] =
          known != null
              && known.standings().get(site).holds(request, log.taken(site), log.givenBack(site));
      if (!holds[site]) {
        asked.add(site);
        int deep = spareAfter(log.taken(site));
        var question = new SlotQuery(request, criterion, deep, false, log.of(site));
        questions.add(new DomainLink.Addressed(sites.domain(site), question));
      }
    }
    return questions;
  }

  /** Accepts the answers to the queries of {@link #questions}. */
  void take(List<SlotQueryResult> answers) {
    if (known == null) {
      for (int site = 0; site <= sites.count(); site++) {
        standings.add(standing(WindowRequest.NO_LIMIT, 0, 0));
      }
    } else {
      standings.addAll(known.standings());
    }
    for (int i = 0; i < answers.size(); i++) {
      int site = asked.get(i);
      var answer = answers.get(i);
      var reported = sites.slots(site, answer.slots());
      if (answer.whole()) {
        opened.put(site, reported);
      } else {
        slots.addAll(reported);
        standings.set(site, standing(answer.servesUntil(), log.taken(site), log.givenBack(site)));
      }
    }
  }

  /**
   * Returns the slots known for the request now.
   *
   * @param live all slots of the domains whose lists are whole
   * @param branch the view that will own the slots
   */
  MergedSlots merged(SlotTable live, Object branch) {
    int taken = 0;
    int givenBack = 0;
    for (int site = 0; site < sites.count(); site++) {
      if (opened.has(site)) {
        taken += log.taken(site);
        givenBack += log.givenBack(site);
      }
    }
    boolean liveHolds =
        known != null
            && known.lists() == opened.count()
            && known.standings().get(sites.count()).holds(request, taken, givenBack);
    if (known != null && liveHolds && asked.isEmpty()) {
      return known.updatedTo(log, branch);
    }
    if (asked.isEmpty()) {
      take(List.of());
    }
    for (int site = 0; site < sites.count(); site++) {
      holds[site] = opened.has(site) ? liveHolds : holds[site];
    }
    if (known != null) {
      slots.addAll(known.updatedTo(log, branch).slotsOf(holds, sites));
    }
    if (!liveHolds) {
      var ranked = opened.rankings().of(live.offers(), request);
      var sweep = new DominanceSweep(live, request, criterion, spareAfter(taken), ranked);
      for (int place : sweep.run()) {
        slots.add(live.slot(place));
      }
      standings.set(sites.count(), standing(sweep.servesUntil(), taken, givenBack));
    }
    return new MergedSlots(new SlotTable(slots), log.size(), standings, opened.count(), branch);
  }

  private Standing standing(long until, int taken, int givenBack) {
    return new Standing(
        request.earliestStart(), until, Math.addExact(taken, spareAfter(taken)), givenBack);
  }

  /** Returns the spare of the next answer: the base plus the number of parts taken so far. */
  private int spareAfter(int taken) {
    return Math.addExact(spare, taken);
  }
}
