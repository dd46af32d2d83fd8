package io.metasched.metascheduler.cyclic.vo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.metascheduler.cyclic.vo.UserLedger.Statement;
import io.metasched.resource.model.JobId;
import org.junit.jupiter.api.Test;

final class UserLedgerTest {
  private static final JobId JOB = JobId.of(1);
  private final UserLedger ledger = new UserLedger();

  @Test
  void anotherWindowOfAJobIsPaidInsteadOfTheOldOne() {
    ledger.deposit(100);
    ledger.pay(JOB, 70);
    ledger.pay(JOB, 30);

    assertThat(ledger.statement()).isEqualTo(new Statement(100, 100, 70));
    assertThat(ledger.statement().balanceMilli()).isEqualTo(70);
  }

  @Test
  void aJobThatIsOverIsPaidAnewWhenItIsPlannedAgain() {
    ledger.pay(JOB, 70);
    ledger.settle(JOB, 70);
    ledger.pay(JOB, 30);

    assertThat(ledger.statement()).isEqualTo(new Statement(0, 100, 70));
  }

  @Test
  void moneyThatAJobDoesNotGetBackIsSpent() {
    ledger.pay(JOB, 70);
    ledger.settle(JOB, 20);

    assertThat(ledger.statement().balanceMilli()).isEqualTo(-50);
  }

  @Test
  void moreThanCanBeCountedIsNoBalance() {
    ledger.deposit(Long.MAX_VALUE);

    assertThatThrownBy(() -> ledger.deposit(1)).isInstanceOf(ArithmeticException.class);
    assertThat(ledger.statement()).isEqualTo(new Statement(Long.MAX_VALUE, 0, 0));
  }
}
