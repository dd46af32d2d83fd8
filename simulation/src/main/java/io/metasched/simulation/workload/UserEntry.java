package io.metasched.simulation.workload;

import static io.metasched.simulation.input.InputColumn.optional;
import static io.metasched.simulation.input.InputColumn.required;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Ticks;
import io.metasched.simulation.input.InputColumn;
import io.metasched.simulation.input.InputFormat;
import io.metasched.simulation.input.InputRow;
import io.metasched.simulation.input.InputType;
import io.metasched.simulation.rows.Unit;
import java.util.List;
import java.util.Optional;

/**
 * User in a file of users, or in the scenario.
 *
 * @param name name of the user
 * @param organization virtual organization, by name or number, if given
 * @param budgetMilli deposit into the account per cycle, in 1/1000 of money, if it differs from the
 *     common budget
 * @param criterion quantity to minimize for jobs without a criterion, if given
 * @param weightMilli weight of the user in the distribution of jobs without a user, in thousandths,
 *     if given
 */
public record UserEntry(
    String name,
    Optional<String> organization,
    Optional<Long> budgetMilli,
    Optional<Criterion> criterion,
    Optional<Long> weightMilli) {
  /** Maximum number of users of a run. */
  public static final int MOST = 100_000;

  private static final long MOST_MONEY = 1_000_000_000L * Ticks.MILLI;
  private static final long MOST_WEIGHT = 1_000_000L * Ticks.MILLI;

  private static final InputColumn<UserEntry, String> NAME =
      required("id", InputType.NAMED, Unit.NONE, "name of the user; unique", UserEntry::name);
  private static final InputColumn<UserEntry, String> ORGANIZATION =
      optional(
          "vo",
          InputType.NAMED,
          Unit.NONE,
          "virtual organization of the user; empty: that of the user's jobs, else assigned in turn",
          UserEntry::organization);
  private static final InputColumn<UserEntry, Long> BUDGET =
      optional(
          "budget",
          InputType.decimal(0, MOST_MONEY),
          Unit.MONEY,
          "deposit into the account per cycle; empty: `users.budget`",
          UserEntry::budgetMilli);
  private static final InputColumn<UserEntry, Criterion> CRITERION =
      optional(
          "criterion",
          JobEntry.CRITERIA,
          Unit.NONE,
          "quantity to minimize for jobs without a criterion",
          UserEntry::criterion);
  private static final InputColumn<UserEntry, Long> WEIGHT =
      optional(
          "weight",
          InputType.decimal(0, MOST_WEIGHT),
          Unit.NONE,
          "weight of the user in the distribution of jobs without a user (generated jobs, jobs of"
              + " a log); empty: 1",
          UserEntry::weightMilli);

  /** Format of a file of users. */
  public static final InputFormat<UserEntry> FORMAT =
      new InputFormat<>(
          "users",
          MOST,
          List.of(NAME, ORGANIZATION, BUDGET, CRITERION, WEIGHT),
          UserEntry::of,
          Optional.empty());

  private static Optional<UserEntry> of(InputRow<UserEntry> row) {
    return Optional.of(
        new UserEntry(
            row.get(NAME),
            row.optional(ORGANIZATION),
            row.optional(BUDGET),
            row.optional(CRITERION),
            row.optional(WEIGHT)));
  }
}
