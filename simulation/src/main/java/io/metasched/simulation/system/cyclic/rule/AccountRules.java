package io.metasched.simulation.system.cyclic.rule;

import static io.metasched.simulation.system.cyclic.rule.ExactArithmetic.big;
import static io.metasched.simulation.system.cyclic.rule.ExactArithmetic.units;

import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.system.cyclic.rows.PaymentRow;
import io.metasched.simulation.system.cyclic.rows.PaymentRow.Kind;
import io.metasched.simulation.system.cyclic.rows.UserRow;
import java.math.BigInteger;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Rules of the users' accounts. */
final class AccountRules {
  private static final long UNLIMITED = -1;

  private AccountRules() {}

  /** Reports overdrawn accounts, and users who do not receive their budget in each cycle. */
  static void account(RunIndex run, RuleReport report) {
    balances(run, report);
    deposits(run, report);
    users(run, report);
  }

  private static void balances(RunIndex run, RuleReport report) {
    boolean unlimited = run.run().header().unlimitedAccounts();
    var balances = new TreeMap<Integer, BigInteger>();
    var payments = run.run().payments();
    for (int i = 0; i < payments.size(); i++) {
      var payment = payments.get(i);
      var amount = big(payment.milli());
      if (payment.milli() < 0) {
        report.add(where(payment, i), "its amount must not be negative, but is %s", units(amount));
      }
      if (i > 0 && payment.tick() < payments.get(i - 1).tick()) {
        report.add(
            where(payment, i),
            "it must not come before the payment before it, at %s, but comes at %s",
            units(payments.get(i - 1).tick()),
            units(payment.tick()));
      }
      var change = payment.kind() == Kind.CHARGE ? amount.negate() : amount;
      var balance = balances.merge(payment.user(), change, BigInteger::add);
      if (!unlimited && change.signum() < 0 && balance.signum() < 0) {
        report.add(
            where(payment, i),
            "the balance of user %d must not be negative, but is %s",
            payment.user(),
            units(balance));
      }
    }
  }

  /**
   * Reports missing or additional deposits. With limited accounts, each user has one deposit in
   * each cycle; otherwise there are none.
   */
  private static void deposits(RunIndex run, RuleReport report) {
    var header = run.run().header();
    var usersByCycle = new TreeMap<Long, TreeSet<Integer>>();
    if (!header.unlimitedAccounts()) {
      run.run().cycles().forEach(cycle -> usersByCycle.put(cycle.tick(), new TreeSet<>()));
    }
    var payments = run.run().payments();
    for (int i = 0; i < payments.size(); i++) {
      var payment = payments.get(i);
      if (payment.kind() == Kind.DEPOSIT) {
        deposit(run, payment, where(payment, i), usersByCycle.get(payment.tick()), report);
      }
    }
    for (var cycle : run.run().cycles()) {
      var users = usersByCycle.get(cycle.tick());
      if (users != null && users.size() < header.users()) {
        report.add(
            "cycle " + cycle.cycle(),
            "each of %d users must have a deposit, but user %d has none",
            header.users(),
            firstMissing(users));
      }
    }
  }

  /**
   * Checks a deposit.
   *
   * @param users users with a deposit in the cycle of the deposit; null if deposits are not allowed
   */
  private static void deposit(
      RunIndex run,
      PaymentRow payment,
      String where,
      @Nullable SortedSet<Integer> users,
      RuleReport report) {
    var header = run.run().header();
    int user = payment.user();
    if (users == null) {
      report.add(
          where,
          header.unlimitedAccounts()
              ? "accounts are unlimited, so nothing may be deposited"
              : "it must be at the snapshot of a cycle, but is at %s",
          units(payment.tick()));
      return;
    }
    var known = run.run().users();
    long budget =
        user >= 0 && user < known.size()
            ? known.get(user).budgetMilli()
            : header.budgetPerCycleMilli();
    if (payment.milli() != budget) {
      report.add(
          where,
          "it must be the budget of a cycle, %s, but is %s",
          units(budget),
          units(payment.milli()));
    }
    if (user < 0 || user >= header.users()) {
      report.add(where, "there are %d users, but it is for user %d", header.users(), user);
    } else if (!users.add(user)) {
      report.add(where, "user %d must have one deposit in a cycle, but has another", user);
    }
  }

  private static int firstMissing(SortedSet<Integer> users) {
    int next = 0;
    for (int user : users) {
      if (user > next) {
        break;
      }
      next = user + 1;
    }
    return next;
  }

  private static void users(RunIndex run, RuleReport report) {
    var header = run.run().header();
    if (header.budgetPerCycleMilli() < UNLIMITED) {
      report.add(
          "the whole run",
          "the budget per cycle must not be negative, but is %s",
          units(header.budgetPerCycleMilli()));
    }
    long most =
        run.run().users().stream()
            .mapToLong(UserRow::budgetMilli)
            .max()
            .orElse(header.budgetPerCycleMilli());
    if (header.budgetPerCycleMilli() != most) {
      report.add(
          "the whole run",
          "the budget per cycle must be the largest budget of a user, %s, but is %s",
          units(most),
          units(header.budgetPerCycleMilli()));
    }
    for (var job : run.jobs()) {
      if (job.job().user() >= header.users()) {
        report.add(
            "job " + job.job().id(),
            "there are %d users, but it is of user %d",
            header.users(),
            job.job().user());
      }
    }
  }

  static String where(PaymentRow payment, int index) {
    var kind = payment.kind().name().toLowerCase(Locale.ROOT);
    return "payment " + (index + 1) + " (" + kind + ")"; // concatenated for speed
  }
}
