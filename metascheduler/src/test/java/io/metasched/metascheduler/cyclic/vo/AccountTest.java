package io.metasched.metascheduler.cyclic.vo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

final class AccountTest {

  @Test
  void reservedMoneyCannotBeReservedAgain() {
    var account = Account.empty();
    account.deposit(100);

    assertThat(account.reserve(60)).isTrue();
    assertThat(account.reserve(41)).isFalse();

    assertThat(account.availableMilli()).isEqualTo(40);
    assertThat(account.balanceMilli()).isEqualTo(100);
  }

  @Test
  void aReleasedAmountIsAvailableAgain() {
    var account = Account.empty();
    account.deposit(100);
    account.reserve(60);

    account.release(60);

    assertThat(account.reserve(100)).isTrue();
  }

  @Test
  void noMoreIsPaidThanIsAvailable() {
    var account = Account.empty();
    account.deposit(100);
    account.reserve(60);

    assertThatIllegalStateException()
        .isThrownBy(() -> account.charge(41))
        .withMessage("41 are to be paid, but 40 are available");

    assertThat(account.balanceMilli()).isEqualTo(100);
  }

  @Test
  void allThatIsAvailableCanBePaid() {
    var account = Account.empty();
    account.deposit(100);

    account.charge(100);

    assertThat(account.availableMilli()).isZero();
  }

  @Test
  void anUnlimitedAccountGoesBelowZero() {
    var account = Account.unlimited();

    assertThat(account.reserve(60)).isTrue();
    account.charge(41);

    assertThat(account.balanceMilli()).isEqualTo(-41);
    assertThat(account.availableMilli()).isEqualTo(-101);
  }
}
