package io.metasched.resource.fanout;

import static io.metasched.resource.fixture.Pictures.slots;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.fixture.DomainSessions;
import io.metasched.resource.model.Slot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Choice between whole lists and single questions, for 16 domains of one node each. */
final class WholeListsTest {
  private static final int DOMAINS = 16;

  private final List<List<Slot>> lists = new ArrayList<>();
  private final DomainIndex sites;

  WholeListsTest() {
    var all = new ArrayList<Slot>();
    for (int domain = 0; domain < DOMAINS; domain++) {
      var slot = slots("n" + (domain + 1) + " ####").get(0);
      lists.add(List.of(DomainSessions.at(slot, domain)));
      all.addAll(lists.get(domain));
    }
    sites = new DomainIndex(DomainSessions.nodes(all));
  }

  @Test
  void theOthersAreWorthAskingOnceOneInEightHasSentAll() {
    var whole = new WholeLists(sites, List.of(), Collections.emptySortedMap());
    whole.put(3, lists.get(3));
    assertThat(whole.isWorthTheOthers()).isFalse();

    whole.put(3, lists.get(3));
    assertThat(whole.isWorthTheOthers()).isFalse();

    whole.put(5, lists.get(5));
    assertThat(whole.isWorthTheOthers()).isTrue();
  }

  @Test
  void listsThatWereKnownBeforeDoNotCount() {
    var known = new TreeMap<Integer, List<Slot>>();
    for (int domain = 0; domain < DOMAINS / 2; domain++) {
      known.put(domain, lists.get(domain));
    }
    var whole = new WholeLists(sites, List.of(), known);
    assertThat(whole.isWorthTheOthers()).isFalse();

    whole.put(8, lists.get(8));
    assertThat(whole.isWorthTheOthers()).isTrue();
  }

  @Test
  void theTableOfAllIsTheSameAgain() {
    var whole = new WholeLists(sites, List.of(), Collections.emptySortedMap());
    for (int site = 0; site < DOMAINS; site++) {
      whole.put(site, lists.get(site));
    }

    var table = whole.table();

    assertThat(table.size()).isEqualTo(DOMAINS);
    assertThat(whole.table()).isSameAs(table);
    assertThat(whole.isComplete()).isTrue();
  }
}
