package io.metasched.resource.search

import scala.jdk.CollectionConverters._
import scala.util.Random

import io.metasched.resource.fixture.{DomainProperties, Draws, Environments}
import io.metasched.resource.model.{Criterion, Requirements, WindowRequest, Work}
import io.metasched.resource.model.WindowRequest.NO_LIMIT
import io.metasched.resource.search.WindowSearches.DEFAULT_STEP_LIMIT
import org.scalacheck.Gen

final class SearchOutcomesPropertySpec extends DomainProperties {
  private val exact = SearchFamily.exact(DEFAULT_STEP_LIMIT)
  private val problems =
    Gen.oneOf(Environments.small, Environments.crowded, Environments.balanced, Environments.middling)

  "Outcomes of earlier searches for a request" should {

    "equal the outcomes of a separate search" in {
      var hopeless = 0
      var served = 0
      forAll(problems, Gen.long, minSuccessful(Draws.of(1000))) { (problem, seed) =>
        val random = new Random(seed)
        val table = problem.table
        val outcomes = new SearchOutcomes(table.greatestPerformance)
        for (_ <- 1 to 30) {
          val request = changed(problem.request, random)
          val isThere = exact.by(Criterion.START).find(table, request).window.isPresent

          if (outcomes.isHopeless(request)) {
            isThere shouldBe false
            hopeless += 1
          }
          if (outcomes.isServed(request)) {
            isThere shouldBe true
            served += 1
          }
          if (isThere) outcomes.found(request) else outcomes.foundNone(request)
        }
      }
      hopeless should be > Draws.of(2000).value
      served should be > Draws.of(2000).value
    }

    "follow from the limit on the cost of fewer and shorter parts" in {
      val outcomes = new SearchOutcomes(4)
      val asked = WindowRequest.of(4, Work.volume(40000), 1, 8000)

      outcomes.foundNone(asked)

      // twice the parts with twice the volume for four times the money, except for rounding up
      outcomes.isHopeless(WindowRequest.of(8, Work.volume(80000), 1, 4 * 8000 - 100)) shouldBe true
      outcomes.isHopeless(WindowRequest.of(8, Work.volume(80000), 1, 4 * 8000)) shouldBe false
      outcomes.isHopeless(WindowRequest.of(3, Work.volume(80000), 1, 6000)) shouldBe false
    }

    "be kept for the last few requests only" in {
      val outcomes = new SearchOutcomes(1)
      val first = WindowRequest.of(100, Work.duration(1000), 1, 0)
      outcomes.foundNone(first)

      for (i <- 1 to 64) outcomes.foundNone(WindowRequest.of(100 + i, Work.duration(1000 - i), 1, 0))

      outcomes.isHopeless(first) shouldBe false
      outcomes.isHopeless(WindowRequest.of(101, Work.duration(999), 1, 0)) shouldBe true
    }
  }

  /** Returns the request with some of its requirements changed slightly. */
  private def changed(request: WindowRequest, random: Random): WindowRequest = {
    def about(value: Long): Long = value + (value * (random.nextInt(81) - 40)) / 100
    val nodes = math.max(1, request.nodes + random.nextInt(4) - 1)
    val work = new Work(request.work.basis, math.max(1, about(request.work.amount)))
    val limit =
      if (request.costLimitMilli == NO_LIMIT) if (random.nextInt(4) > 0) NO_LIMIT else random.nextInt(9000).toLong
      else math.max(0, about(request.costLimitMilli * nodes / request.nodes))
    val requirements =
      if (random.nextInt(4) > 0) request.requirements
      else new Requirements(random.nextInt(3), (if (random.nextBoolean()) List("gpu") else Nil).asJava)
    new WindowRequest(
      nodes,
      work,
      request.granularityTicks,
      requirements,
      limit,
      if (random.nextInt(6) > 0) request.slotPriceLimitMilli else 500L + random.nextInt(1500),
      if (random.nextInt(4) > 0) request.earliestStart else random.nextInt(12).toLong,
      if (random.nextInt(4) > 0) request.deadline else 3L + random.nextInt(30)
    )
  }
}
