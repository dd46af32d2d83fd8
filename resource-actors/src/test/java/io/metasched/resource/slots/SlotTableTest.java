package io.metasched.resource.slots;

import static io.metasched.resource.fixture.Pictures.node;
import static io.metasched.resource.fixture.Pictures.slots;
import static io.metasched.resource.fixture.Pictures.span;
import static io.metasched.resource.fixture.Pictures.table;
import static io.metasched.resource.fixture.Pictures.window;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.metasched.resource.model.Slot;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SlotTableTest {

  @Test
  void slotsAreOrderedByStartThenByNode() {
    var table = table("n2 .##.##", "n1 .#..##", "n3 ######");

    assertThat(table.slots())
        .extracting(slot -> slot.node().id() + "@" + slot.span().start() / 1000)
        .containsExactly("3@0", "1@1", "2@1", "1@4", "2@4");
  }

  @Test
  void noTwoSlotsOfANodeOverlap() {
    assertThatIllegalArgumentException().isThrownBy(() -> table("n1 ###", "n2 #", "n1 ..##"));
    assertThatIllegalArgumentException().isThrownBy(() -> table("n1 ###", "n1 ###"));
    assertThat(table("n1 ##", "n1 ..##").slots()).hasSize(2);
  }

  @Test
  void aWindowIsTakenAndWhatIsLeftStaysVacant() {
    var table = table("n1 .#####", "n2 ######", "n3 ..###.");

    table.subtract(window("n1 ..##", "n2 ..####", "n3 ..#"));

    assertThat(table.slots()).isEqualTo(sorted(slots("n1 .#..##", "n2 ##", "n3 ...##")));
  }

  @Test
  void aWindowOutsideOneSlotIsNotTaken() {
    assertThatIllegalStateException()
        .isThrownBy(() -> table("n1 ##|##").subtract(window("n1 .##")));
    assertThatIllegalStateException().isThrownBy(() -> table("n1 ##").subtract(window("n2 .#")));
  }

  @Test
  void aSlotGivenBackJoinsItsNeighboursOfTheSamePrice() {
    var table = table("n1 ##..##", "n2 ######", "n1 price=2 ......##");

    table.giveBack(slots("n1 ..##").get(0));

    assertThat(table.slots())
        .isEqualTo(sorted(slots("n1 ######", "n2 ######", "n1 price=2 ......##")));
  }

  @Test
  void aSlotOfANewPriceIsAnOfferOfItsOwn() {
    var table = table("n1 ##..##", "n0 ..####", "n2 #");
    var given = new Slot(node("n1"), span("..##"), 500);

    table.giveBack(given);

    assertThat(table.slots())
        .containsExactlyElementsOf(sorted(with(slots("n1 ##..##", "n0 ..####", "n2 #"), given)));
    assertThat(table.offers().size()).isEqualTo(4);
  }

  @Test
  void vacantTimeCannotBeGivenBack() {
    var table = table("n1 ##..##", "n2 ......");

    assertThatIllegalStateException().isThrownBy(() -> table.giveBack(slots("n1 .###").get(0)));
    assertThatIllegalStateException().isThrownBy(() -> table.giveBack(slots("n1 ..###").get(0)));
    assertThat(table.slots()).isEqualTo(slots("n1 ##..##"));
    assertThat(table.lineage()).isZero();
  }

  @Test
  void theLineageEndsWhereTimeIsGivenBack() {
    var table = table("n1 ####");
    int lineage = table.lineage();

    table.subtract(window("n1 .#"));
    assertThat(table.lineage()).isEqualTo(lineage);

    table.giveBack(slots("n1 .#").get(0));
    assertThat(table.lineage()).isNotEqualTo(lineage);
    assertThat(table.slots()).isEqualTo(slots("n1 ####"));
  }

  @Test
  void aCopyIsIndependent() {
    var table = table("n1 ####");
    var copy = table.copy();

    copy.subtract(window("n1 .#"));
    copy.giveBack(slots("n2 ##").get(0));

    assertThat(table.slots()).isEqualTo(slots("n1 ####"));
    assertThat(copy.slots()).isEqualTo(slots("n1 #", "n2 ##", "n1 ..##"));
  }

  private static List<Slot> with(List<Slot> slots, Slot more) {
    var all = new ArrayList<>(slots);
    all.add(more);
    return all;
  }

  private static List<Slot> sorted(List<Slot> slots) {
    return slots.stream().sorted(Slot.BY_START).toList();
  }

  @Test
  void theFirstSlotThatEndsAfterATickIsFoundByOffer() {
    var table = new SlotTable(slots("n1 ##..##.."));

    assertThat(table.firstEndingAfter(0, 0)).isZero();
    assertThat(table.firstEndingAfter(0, 1_999)).isZero();
    assertThat(table.firstEndingAfter(0, 2_000)).as("the slot ends at this tick").isEqualTo(1);
    assertThat(table.firstEndingAfter(0, 5_000)).isEqualTo(1);
    assertThat(table.firstEndingAfter(0, 6_000)).as("no slot ends later").isEqualTo(2);
  }
}
