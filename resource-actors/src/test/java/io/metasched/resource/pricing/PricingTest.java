package io.metasched.resource.pricing;

import static io.metasched.resource.fixture.Pictures.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Span;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Prices that owners set for their slots. */
final class PricingTest {

  @Test
  void theListPriceIsAskedAlways() {
    var pricing = new ListPricing();

    assertThat(pricing.priceMilli(node("n1 price=3"), new Span(5, 10), 0)).isEqualTo(3000);
    assertThat(pricing.leastPriceMilli(node("n1 price=3"))).isEqualTo(3000);
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 0, 600", // starts at the snapshot, so the whole discount of 40 % applies
    "1000, 500, 800",
    "1000, 1000, 1000",
    "1000, 5000, 1000",
    "999, 0, 599", // rounded down, in favour of the user
    "0, 0, 0"
  })
  void theNearerASlotTheCheaper(long listPrice, long ahead, long price) {
    var pricing = new DiscountOverTime(1000, 400);
    var node = Node.of(1, 1, listPrice);

    assertThat(pricing.priceMilli(node, Span.of(7000 + ahead, 10), 7000)).isEqualTo(price);
  }

  @Test
  void aSlotThatHasBegunIsNoCheaperThanOneThatBeginsNow() {
    var pricing = new DiscountOverTime(1000, 400);

    assertThat(pricing.priceMilli(node("n1"), new Span(0, 10_000), 7000)).isEqualTo(600);
  }

  @Test
  void noSlotCostsLessThanTheLeastPrice() {
    var pricing = new DiscountOverTime(7, 333);
    var node = node("n1 price=1.001");

    for (int ahead = 0; ahead < 10; ahead++) {
      assertThat(pricing.priceMilli(node, Span.of(ahead, 1), 0))
          .isBetween(pricing.leastPriceMilli(node), node.priceMilli());
    }
    assertThat(pricing.priceMilli(node, Span.of(0, 1), 0)).isEqualTo(pricing.leastPriceMilli(node));
  }

  @Test
  void aDiscountHasALeadAndAShare() {
    assertThatIllegalArgumentException().isThrownBy(() -> new DiscountOverTime(0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new DiscountOverTime(1, -1));
    assertThatIllegalArgumentException().isThrownBy(() -> new DiscountOverTime(1, 1001));
  }

  @Test
  void theMarketValuesSpeed() {
    var market = new MarketPrice(1.08, 1.15, 6);

    assertThat(market.priceMilli(6, 1)).isEqualTo(6480);
    assertThat(market.priceMilli(6, 0.5)).isEqualTo(3240);
    assertThat(market.priceMilli(3, 1)).isEqualTo(2920); // 6.48 / 2^1.15 = 2.9201
    assertThat(market.priceMilli(10, 1)).isEqualTo(11660); // 6.48 x (5/3)^1.15 = 11.6601
    assertThat(market.priceMilli(6, 0)).isEqualTo(1);
  }
}
