package io.metasched.resource.fanout;

import io.metasched.resource.model.Slot;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.List;

/**
 * The slots that matter for one request as one branch knows them: the merged answers of the
 * domains, less what was taken since.
 *
 * @param slots the merged answers; changed by {@code owner} only
 * @param upTo how many steps of the branch's log have been taken from them
 * @param standings for each domain, and behind them for all whole lists together, when the answer
 *     holds
 * @param lists how many whole lists there were
 * @param owner the branch that may change the slots, any other takes a copy
 */
record MergedSlots(SlotTable slots, int upTo, List<Standing> standings, int lists, Object owner) {

  /**
   * When an answer holds.
   *
   * @param from least earliest start of the request
   * @param until greatest earliest start
   * @param mostTaken most parts taken from the domain, counted from the opening of the session
   * @param givenBack exact number of slots given back in the domain, counted likewise
   */
  record Standing(long from, long until, int mostTaken, int givenBack) {

    boolean holds(WindowRequest request, int taken, int givenBackSince) {
      return from <= request.earliestStart()
          && request.earliestStart() <= until
          && taken <= mostTaken
          && givenBackSince == givenBack;
    }
  }

  /** The same after all of the log, for a branch. */
  MergedSlots updatedTo(ChangeLog log, Object branch) {
    if (upTo == log.size()) {
      return this;
    }
    var cut = branch == owner ? slots : slots.copy();
    log.cut(cut, upTo);
    return new MergedSlots(cut, log.size(), standings, lists, branch);
  }

  /** The slots of the domains whose answers are kept. */
  List<Slot> slotsOf(boolean[] kept, DomainIndex sites) {
    var some = new ArrayList<Slot>();
    for (int i = 0; i < slots.size(); i++) {
      if (!slots.isEmpty(i) && kept[sites.siteOf(slots.offers().node(slots.offer(i)))]) {
        some.add(slots.slot(i));
      }
    }
    return some;
  }
}
