package io.metasched.resource.fanout;

import io.metasched.resource.fanout.Gathered.Standing;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the slots that matter for one request: keeps the answers that still hold, asks for the
 * others, and takes from the whole lists, as if they were one domain's, what matters of them.
 */
final class Gathering {
  private final Sites sites;
  private final OpenedLists opened;
  private final ChangeLog log;
  private final int spare;
  private final WindowRequest request;
  private final Criterion criterion;
  private final @Nullable Gathered known;

  private final boolean[] holds; // by site
  private final List<Integer> asked = new ArrayList<>();
  private final List<Slot> slots = new ArrayList<>();
  private final List<Standing> standings = new ArrayList<>();

  Gathering(
      Sites sites,
      OpenedLists opened,
      ChangeLog log,
      int spare,
      WindowRequest request,
      Criterion criterion,
      @Nullable Gathered known) {
    this.sites = sites;
    this.opened = opened;
    this.log = log;
    this.spare = spare;
    this.request = request;
    this.criterion = criterion;
    this.known = known;
    holds = new boolean[sites.count()];
  }

  /** The questions to the domains of which nothing is known that still holds. */
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
        var question = new Question(request, criterion, deep, false, log.of(site));
        questions.add(new DomainLink.Addressed(sites.domain(site), question));
      }
    }
    return questions;
  }

  /** Takes the answers to these questions. */
  void take(List<Answer> answers) {
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
      var told = sites.slots(site, answer.slots());
      if (answer.whole()) {
        opened.put(site, told);
      } else {
        slots.addAll(told);
        standings.set(site, standing(answer.servesUntil(), log.taken(site), log.givenBack(site)));
      }
    }
  }

  /**
   * What is known of the request now.
   *
   * @param live all slots of the domains whose lists are whole
   * @param branch who will own the slots
   */
  Gathered merged(SlotTable live, Object branch) {
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
      return known.broughtUpTo(log, branch);
    }
    if (asked.isEmpty()) {
      take(List.of());
    }
    for (int site = 0; site < sites.count(); site++) {
      holds[site] = opened.has(site) ? liveHolds : holds[site];
    }
    if (known != null) {
      slots.addAll(known.broughtUpTo(log, branch).slotsOf(holds, sites));
    }
    if (!liveHolds) {
      var ranked = opened.rankings().of(live.offers(), request);
      var sweep = new AnswerSweep(live, request, criterion, spareAfter(taken), ranked);
      for (int place : sweep.run()) {
        slots.add(live.slot(place));
      }
      standings.set(sites.count(), standing(sweep.servesUntil(), taken, givenBack));
    }
    return new Gathered(new SlotTable(slots), log.size(), standings, opened.count(), branch);
  }

  private Standing standing(long until, int taken, int givenBack) {
    return new Standing(
        request.earliestStart(), until, Math.addExact(taken, spareAfter(taken)), givenBack);
  }

  /** Parts that an answer is to outlive: as many again as have been taken, and the base. */
  private int spareAfter(int taken) {
    return Math.addExact(spare, taken);
  }
}
