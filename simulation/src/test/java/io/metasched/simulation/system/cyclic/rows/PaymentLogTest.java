package io.metasched.simulation.system.cyclic.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.metasched.resource.model.JobId;
import io.metasched.simulation.system.cyclic.rows.PaymentRow.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The payment log, compared with a plain list of the same rows. */
final class PaymentLogTest {

  @Test
  void noPaymentsHaveNoRow() {
    var none = PaymentLog.copyOf(List.of());

    assertThat(none).isEmpty();
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> none.get(0));
  }

  @Test
  void thereIsNoRowOutsideTheList() {
    var log = PaymentLog.copyOf(rows(7));

    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> log.get(7));
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> log.get(-1));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 1023, 1024, 1025, 5000})
  void theRowsAreThoseThatWereTakenIn(int size) {
    var rows = rows(size);

    var log = PaymentLog.copyOf(rows);

    assertThat(log).hasSize(size).isEqualTo(rows);
    assertThat(PaymentLog.copyOf(log)).isSameAs(log);
  }

  @Test
  void jobsCanBeAddedAfterTheBuild() {
    var rows = rows(3000);
    var builder = new PaymentLog.Builder();
    rows.subList(0, 1500).forEach(builder::add);

    var first = builder.build();
    rows.subList(1500, 3000).forEach(builder::add);

    assertThat(first).isEqualTo(rows.subList(0, 1500));
    assertThat(builder.build()).isEqualTo(rows);
  }

  /**
   * Returns deposits, and groups of payments for one job at one tick; some groups directly follow
   * one another.
   */
  private static List<PaymentRow> rows(int size) {
    var random = new Random(size);
    var rows = new ArrayList<PaymentRow>();
    while (rows.size() < size) {
      long tick = rows.size() / 50;
      var job = random.nextInt(4) == 0 ? null : new JobId(random.nextInt(2), random.nextInt(3));
      int user = random.nextInt(3);
      for (int left = random.nextInt(9); left >= 0 && rows.size() < size; left--) {
        var kind = job == null ? Kind.DEPOSIT : random.nextBoolean() ? Kind.CHARGE : Kind.REFUND;
        int node = job == null ? -1 : random.nextInt(200);
        rows.add(new PaymentRow(tick, kind, user, job, node, random.nextLong() >>> 1));
      }
    }
    return rows;
  }
}
