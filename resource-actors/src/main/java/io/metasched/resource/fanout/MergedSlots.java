package io.metasched.resource.fanout;

import io.metasched.resource.model.Slot;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.List;

/**
 * Slots relevant to one request in one branch: the merged answers of the domains, without the time
 * taken since.
 *
 * @param slots the merged answers; changed by {@code owner} only
 * @param upTo number of steps of the branch's log that have been subtracted
 * @param standings validity of the answers: one element for each domain, and a last one for all
 *     whole lists together
 * @param lists number of whole lists merged
 * @param owner the branch that may change the slots; any other branch takes a copy
 */
record MergedSlots(SlotTable slots, int upTo, List<Standing> standings, int lists, Object owner) {

  /**
   * Range of validity of an answer.
   *
   * @param from least earliest start of the request
   * @param until greatest earliest start
   * @param mostTaken maximum number of parts taken from the domain, counted from the opening of the
   *     session
   * @param givenBack exact number of slots given back in the domain, counted from the opening of
   *     the session
   */
  record Standing(long from, long until, int mostTaken, int givenBack) {

    boolean holds(WindowRequest request, int taken, int givenBackSince) {
      return from <= request.earliestStart()
          && request.earliestStart() <= until
          && taken <= mostTaken
          && givenBackSince == givenBack;
    }
  }

  /** Returns the slots after all steps of the log, as an object of {@code branch}. */
  MergedSlots updatedTo(ChangeLog log, Object branch) {
    if (upTo == log.size()) {
      return this;
    }
    var cut = branch == owner ? slots : slots.copy();
    log.cut(cut, upTo);
    return new MergedSlots(cut, log.size(), standings, lists, branch);
  }

  /** Returns the slots of the domains whose answers are kept. */
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
