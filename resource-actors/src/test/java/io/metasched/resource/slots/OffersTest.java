package io.metasched.resource.slots;

import static io.metasched.resource.fixture.Pictures.slots;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Node;
import org.junit.jupiter.api.Test;

final class OffersTest {

  @Test
  void anOfferIsANodeAtAPriceHoweverManySlotsItHas() {
    var slots = slots("n3 ##.##", "n1 price=2 #", "n1 .##.#");

    var offers = new Offers(slots);

    assertThat(offers.size()).isEqualTo(3);
    assertThat(slots).extracting(offers::numberOf).containsExactly(2, 2, 1, 0, 0);
    assertThat(offers.node(2)).extracting(Node::id).isEqualTo(3);
    assertThat(offers.priceMilli(1)).isEqualTo(2000);
  }

  @Test
  void unofferedNodesHaveNoNumber() {
    var offers = new Offers(slots("n1 #"));

    assertThat(offers.numberOf(slots("n2 #").get(0))).isEqualTo(-1);
    assertThat(offers.numberOf(slots("n1 price=2 #").get(0))).isEqualTo(-1);
  }
}
