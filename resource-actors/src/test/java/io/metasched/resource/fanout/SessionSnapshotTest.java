package io.metasched.resource.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.fixture.Pictures;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SessionSnapshotTest {
  private static final SlotQuery QUESTION =
      new SlotQuery(
          WindowRequest.of(1, Work.duration(1000), 1, WindowRequest.NO_LIMIT),
          Criterion.START,
          0,
          false,
          List.of());

  private final SessionSnapshot slots =
      new SessionSnapshot(Pictures.slots("n1 ..####..", "n2 ####...."));

  @Test
  void itsTableIsForgottenWhenTheLastSessionHasSentAll() {
    var first = new DomainSession(slots, 0);
    var second = new DomainSession(slots, 0);
    var table = slots.table();

    first.answer(QUESTION);
    first.answer(QUESTION);
    assertThat(slots.table()).isSameAs(table);

    second.answer(QUESTION);
    assertThat(slots.table()).isNotSameAs(table);
    assertThat(slots.table().slots()).isEqualTo(table.slots());
  }

  @Test
  void itsTableIsKeptForTheNextSessionWhenOneIsClosed() {
    var first = new DomainSession(slots, 0.5);
    var table = slots.table();

    first.close();

    assertThat(slots.table()).isSameAs(table);
  }

  @Test
  void aSessionThatHasSentAllAnswersAgain() {
    var session = new DomainSession(slots, 0);
    var all = session.answer(QUESTION);

    assertThat(session.answer(QUESTION)).isEqualTo(all);
  }
}
