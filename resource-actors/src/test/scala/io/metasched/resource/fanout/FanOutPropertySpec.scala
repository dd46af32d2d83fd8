package io.metasched.resource.fanout

import io.metasched.resource.fixture.Draws
import scala.jdk.CollectionConverters._
import scala.util.Random

import io.metasched.resource.fixture.{DomainProperties, Environments, SearchProblem, WindowRules}
import io.metasched.resource.model.{Criterion, Part, Slot, Window, WindowRequest}
import io.metasched.resource.search.WindowSearches
import io.metasched.resource.search.WindowSearches.DEFAULT_STEP_LIMIT
import io.metasched.resource.slots.SlotTable
import org.scalacheck.Gen
import org.scalatest.Assertion

final class FanOutPropertySpec extends DomainProperties {

  private val smallProblems = Gen.oneOf(Environments.small, Environments.crowded, Environments.balanced)
  private val counts = Gen.choose(1, 6)
  private val spares = Gen.oneOf(0, 1, 3, 32)

  for (criterion <- Criterion.values) {
    s"A fan-out by ${criterion.label}" should {

      "find the window of the search over all slots, for any distribution of the nodes over domains" in
        forAll(smallProblems, counts, Gen.long, minSuccessful(Draws.of(600)))(losesNothing(criterion))

      "find the window of the search over all slots in larger domains" in
        forAll(Environments.middling, counts, Gen.long, minSuccessful(Draws.of(100)))(losesNothing(criterion))

      "be answered with the slots that too few others dominate at some tick" in
        forAll(Gen.oneOf(smallProblems, Environments.middling), spares) { (problem, spare) =>
          val answer = FanOut.answer(problem.table, problem.request, criterion, spare)

          answer shouldBe NaiveFanOut.answer(problem.table, problem.request, criterion, spare)
        }

      "omit no useful slot that too few others dominate" in
        forAll(smallProblems) { problem =>
          val certain = NaiveFanOut.certainValue(problem.table, problem.request, criterion, 0)
          val expected = problem.table.slots.asScala.filter(matters(_, certain, problem, criterion))

          FanOut.answer(problem.table, problem.request, criterion, 0).asScala shouldBe expected
        }

      "stay complete after as many parts as the spare are taken from each domain" in
        forAll(
          Gen.oneOf(smallProblems, Environments.middling),
          counts,
          spares,
          Gen.long,
          minSuccessful(Draws.of(600))
        ) { (problem, domains, spare, seed) =>
          outlivesCuts(criterion, spare)(problem, domains, seed)
        }

      "be answered with slots of the domain, sorted and distinct" in {
        var asked = 0
        var answered = 0
        forAll(Gen.oneOf(smallProblems, Environments.middling)) { problem =>
          val answer = FanOut.answer(problem.table, problem.request, criterion, 0).asScala.toList

          answer.toSet -- problem.slots shouldBe empty
          answer.distinct shouldBe answer.sorted(Ordering.comparatorToOrdering(Slot.BY_START))
          asked += problem.slots.size
          answered += answer.size
        }
        answered should be < asked / 4 * 3
      }
    }
  }

  /** Returns whether, at some tick, the slot is usable and fewer than m others dominate it. */
  private def matters(slot: Slot, certain: Long, problem: SearchProblem, criterion: Criterion): Boolean = {
    val length = problem.request.lengthTicks(slot.node)
    val dominators = problem.slots.filter(dominates(_, slot, problem.request, criterion))
    (slot.span.start until slot.span.end).exists { tick =>
      NaiveFanOut.value(tick, length, criterion) <= certain &&
      isUsable(slot, tick, problem.request) &&
      dominators.count(isUsable(_, tick, problem.request)) < problem.request.nodes
    }
  }

  private def dominates(one: Slot, other: Slot, request: WindowRequest, criterion: Criterion): Boolean = {
    val (part, otherPart) = (partAt(one, 0, request), partAt(other, 0, request))
    Ordering[(Long, Int)].lt((part.costMilli, part.node), (otherPart.costMilli, otherPart.node)) &&
    (criterion == Criterion.START || criterion == Criterion.COST ||
      part.span.lengthTicks <= otherPart.span.lengthTicks) &&
    (criterion != Criterion.ENERGY || part.energyMilli <= otherPart.energyMilli)
  }

  private def isUsable(slot: Slot, tick: Long, request: WindowRequest): Boolean =
    WindowRules
      .violations(new Window(List(partAt(slot, tick, request)).asJava), List(slot).asJava, forOneNode(request))
      .isEmpty

  private def forOneNode(request: WindowRequest): WindowRequest = new WindowRequest(
    1,
    request.work,
    request.granularityTicks,
    request.requirements,
    request.costLimitMilli,
    request.slotPriceLimitMilli,
    request.earliestStart,
    request.deadline
  )

  private def partAt(slot: Slot, tick: Long, request: WindowRequest): Part =
    Part.on(slot.node, tick, request.lengthTicks(slot.node), slot.priceMilli)

  private def losesNothing(criterion: Criterion)(problem: SearchProblem, domains: Int, seed: Long): Assertion = {
    val search = WindowSearches.exact(criterion, DEFAULT_STEP_LIMIT)

    val merged = FanOut.find(problem.domains(domains, seed).asJava, problem.request, criterion, search)

    merged shouldBe search.find(problem.table, problem.request)
  }

  /** Takes random parts from the domains, and searches the remaining slots of the earlier answers.
    */
  private def outlivesCuts(
      criterion: Criterion,
      spare: Int
  )(problem: SearchProblem, count: Int, seed: Long): Assertion = {
    val search = WindowSearches.exact(criterion, DEFAULT_STEP_LIMIT)
    val random = new Random(seed)
    val domains = problem.domains(count, seed)
    val answers = domains.map(domain => new SlotTable(FanOut.answer(domain, problem.request, criterion, spare)))

    for ((domain, answer) <- domains.zip(answers); _ <- 0 until spare if !domain.slots.isEmpty) {
      val vacant = domain.slots
      val slot = vacant.get(random.nextInt(vacant.size))
      val start = slot.span.start + random.nextLong(slot.span.lengthTicks)
      val length = 1 + random.nextLong(slot.span.end - start)
      val cut = new Window(List(Part.on(slot.node, start, length, slot.priceMilli)).asJava)
      domain.subtract(cut)
      answer.subtractWhereVacant(cut)
    }

    val left = new SlotTable(domains.flatMap(_.slots.asScala).asJava)
    val merged = new SlotTable(answers.flatMap(_.slots.asScala).asJava)
    val found = search.find(left, problem.request)
    search.find(merged, problem.request) shouldBe found
    // the found window is not taken, so the answers also serve a search from its start
    found.window.ifPresent { window =>
      val later = problem.request.notBefore(window.start)
      search.find(merged, later) shouldBe search.find(left, later)
    }
    succeed
  }
}
