package io.metasched.metascheduler.alternatives

import io.metasched.resource.fixture.Draws
import org.scalacheck.Gen
import org.scalatest.matchers.should.Matchers
import org.scalatest.wordspec.AnyWordSpec
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

import scala.jdk.CollectionConverters._

final class CombinationPropertySpec extends AnyWordSpec with Matchers with ScalaCheckPropertyChecks {

  implicit override val generatorDrivenConfig: PropertyCheckConfiguration =
    PropertyCheckConfiguration(minSuccessful = Draws.of(1500), sizeRange = 6)

  private val exact = new ExactChoice()
  private val recursion = new BackwardRecursion()

  private type Batch = Vector[Vector[AlternativeOffer]]

  /** Ranges of values: few values cause equal sums, many values cause none, and 1e15 exceeds every table and grid.
    */
  private val greatest = Gen.oneOf(0L, 1L, 3L, 12L, 200L, 9_000L, 1_000_000_000_000_000L)

  /** Relation of cost to time: none, one price per tick for all, or more expensive if faster. */
  private val pricings: Gen[(Long, Long, Long) => Long] = Gen.oneOf(
    (_: Long, _: Long, cost: Long) => cost,
    (time: Long, _: Long, _: Long) => 3 * time + 1,
    (time: Long, greatestTime: Long, cost: Long) => 2 * (greatestTime - time) + cost % 3
  )

  private def batches(timeUnit: Long, costUnit: Long, greatest: Gen[Long]): Gen[Batch] =
    for {
      jobs <- Gen.choose(0, 6)
      greatestTime <- greatest
      greatestCost <- greatest
      pricing <- pricings
      offer = for {
        time <- Gen.choose(0L, greatestTime)
        cost <- Gen.choose(0L, greatestCost)
      } yield new AlternativeOffer(time * timeUnit, pricing(time, greatestTime, cost) * costUnit)
      batch <- Gen.containerOfN[Vector, Vector[AlternativeOffer]](
        jobs,
        Gen.choose(1, 4).flatMap(Gen.containerOfN[Vector, AlternativeOffer](_, offer))
      )
    } yield batch

  private def problems(granularity: Long, batches: Gen[Batch]): Gen[ChoiceProblem] =
    for {
      goal <- Gen.oneOf(VoGoal.values().toSeq)
      reading <- Gen.oneOf(BudgetReading.values().toSeq)
      batch <- batches
      factor <- Gen.choose(0.4, 1.6)
      limits = batch.map(offers => (offers.map(_.costMilli).max * factor).toLong)
    } yield new ChoiceProblem(goal, reading, granularity, batch.map(_.asJava).asJava, limits.map(Long.box).asJava)

  private val anyProblems =
    Gen.oneOf(1L, 7L, 1000L).flatMap(g => problems(g, batches(1, 1, greatest)))

  private val wholeProblems =
    Gen.oneOf(1L, 7L).flatMap(g => problems(g, batches(g, 1000, Gen.oneOf(0L, 1L, 3L, 12L, 200L))))

  "The exact choice" should {
    "find the lexicographically least of the best combinations" in
      forAll(anyProblems) { problem =>
        val choice = exact.choose(problem)

        choice.chosen shouldBe bruteForce(problem).map(Int.box).asJava
        choice.quota shouldBe quota(problem)
        choice.proven shouldBe true
      }

    "stay within the quota, and report an unproven choice, if few states are allowed" in
      forAll(anyProblems, Gen.choose(1, 12)) { (problem, states) =>
        val choice = new ExactChoice(states).choose(problem)
        val best = bruteForce(problem)

        weight(problem, indices(choice)) should be <= choice.quota
        if (choice.proven) indices(choice) shouldBe best
        else if (choice.quota == quota(problem))
          value(problem, indices(choice)) should be <= value(problem, best)
      }
  }

  "The backward recursion" should {
    "agree with the exact choice if no number needs rounding" in
      forAll(wholeProblems) { problem =>
        recursion.choose(problem).chosen shouldBe exact.choose(problem).chosen
      }

    "choose within the quota even if numbers need rounding" in
      forAll(problems(7, batches(1, 1, Gen.oneOf(0L, 3L, 200L, 9_000L)))) { problem =>
        val choice = recursion.choose(problem)

        choice.chosen.size shouldBe problem.offersByJob.size
        weight(problem, indices(choice)) should be <= choice.quota
      }
  }

  "Both choices" should {
    "give the same answer to the same problem twice" in forAll(wholeProblems) { problem =>
      recursion.choose(problem) shouldBe new BackwardRecursion().choose(problem)
      exact.choose(problem) shouldBe new ExactChoice().choose(problem)
    }
  }

  private def indices(choice: Choice): Vector[Int] = choice.chosen.asScala.map(_.intValue).toVector

  private def batch(problem: ChoiceProblem): Batch =
    problem.offersByJob.asScala.map(_.asScala.toVector).toVector

  private def sum(problem: ChoiceProblem, chosen: Vector[Int])(number: AlternativeOffer => Long): Long =
    batch(problem).zip(chosen).map { case (offers, index) => number(offers(index)) }.sum

  private def weight(problem: ChoiceProblem, chosen: Vector[Int]): Long =
    sum(problem, chosen)(if (problem.goal == VoGoal.MIN_TIME) _.costMilli else _.timeTicks)

  private def value(problem: ChoiceProblem, chosen: Vector[Int]): Long =
    problem.goal match {
      case VoGoal.MAX_INCOME   => sum(problem, chosen)(_.costMilli)
      case VoGoal.MIN_TIME     => -sum(problem, chosen)(_.timeTicks)
      case VoGoal.MIN_COST     => -sum(problem, chosen)(_.costMilli)
      case VoGoal.MIN_IDLENESS => sum(problem, chosen)(_.timeTicks)
    }

  /** Returns all index vectors in lexicographic order. */
  private def combinations(problem: ChoiceProblem): Vector[Vector[Int]] =
    batch(problem).foldLeft(Vector(Vector.empty[Int])) { (heads, offers) =>
      for { head <- heads; index <- offers.indices } yield head :+ index
    }

  /** Returns the best combination by brute force; maxBy keeps the first of equal elements. */
  private def bruteForce(problem: ChoiceProblem): Vector[Int] = {
    val limit = quota(problem)
    combinations(problem).filter(weight(problem, _) <= limit).maxBy(value(problem, _))
  }

  private def meansRoundedUp(problem: ChoiceProblem, unit: Long)(number: AlternativeOffer => Long): Long =
    batch(problem).map { offers =>
      val mean = BigDecimal(offers.map(offer => BigInt(number(offer))).sum) / offers.size / unit
      mean.setScale(0, BigDecimal.RoundingMode.CEILING).toLong * unit
    }.sum

  private def quota(problem: ChoiceProblem): Long = {
    val times = meansRoundedUp(problem, problem.granularityTicks)(_.timeTicks)
    if (problem.goal != VoGoal.MIN_TIME) times
    else
      problem.reading match {
        case BudgetReading.GREATEST_INCOME =>
          val within = combinations(problem).filter(sum(problem, _)(_.timeTicks) <= times)
          within.map(sum(problem, _)(_.costMilli)).max
        case BudgetReading.MEAN_COSTS => meansRoundedUp(problem, 1000)(_.costMilli)
        case BudgetReading.USER_LIMITS =>
          val limits = problem.limitMilliByJob.asScala.map(_.longValue).sum
          limits.max(batch(problem).map(_.map(_.costMilli).min).sum)
      }
  }
}
