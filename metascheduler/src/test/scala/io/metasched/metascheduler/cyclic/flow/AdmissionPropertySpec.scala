package io.metasched.metascheduler.cyclic.flow

import io.metasched.metascheduler.fixture.JobFixture
import io.metasched.metascheduler.model.{Job, JobRefusal, RefusalReason}
import io.metasched.resource.fixture.{DomainProperties, Draws}
import io.metasched.resource.model.WindowRequest.NO_LIMIT
import io.metasched.resource.model.{Node, Ticks}
import io.metasched.resource.pricing.{DiscountOverTime, ListPricing, Pricing}
import org.scalacheck.Gen

import java.util.Optional
import scala.jdk.CollectionConverters._

final class AdmissionPropertySpec extends DomainProperties {

  implicit override val generatorDrivenConfig: PropertyCheckConfiguration =
    PropertyCheckConfiguration(minSuccessful = Draws.of(2000))

  private val properties = Gen.someOf("disk", "gpu", "ssd").map(_.toList)

  private val nodes: Gen[List[Node]] = Gen.choose(0, 12).flatMap { count =>
    Gen.sequence[List[Node], Node]((0 until count).map { id =>
      for {
        performance <- Gen.choose(1, 4)
        price <- Gen.choose(0L, 9000L)
        has <- properties
      } yield new Node(id, 0, performance, price, 0, has.asJava)
    })
  }

  private val jobs: Gen[Job] =
    for {
      count <- Gen.choose(1, 8)
      volume <- Gen.choose(1L, 20L)
      least <- Gen.choose(0, 3)
      needs <- Gen.oneOf(Gen.const(Nil), properties)
      limit <- Gen.choose(0L, 400L)
      submitted <- Gen.choose(0L, 5L)
      slack <- Gen.choose(1L, 25L)
      priceLimit <- Gen.oneOf(Gen.const(NO_LIMIT), Gen.choose(0L, 9000L))
      earliest <- Gen.choose(0L, 10L)
      isFixed <- Gen.oneOf(true, false)
    } yield {
      val job = JobFixture
        .job(1)
        .nodes(count)
        .needs(least, needs: _*)
        .limit(limit)
        .priceLimit(priceLimit)
        .submittedAt(submitted)
        .earliest(earliest)
      (if (isFixed) job.duration(volume) else job.volume(volume)).deadline(submitted + slack).build()
    }

  private val pricings: Gen[Pricing] = Gen.oneOf(new ListPricing, new DiscountOverTime(1000, 300))

  "Admission" should {

    "refuse the same jobs, for the same reasons, as a check of each node" in
      forAll(nodes, jobs, pricings, Gen.oneOf(1L, 1000L)) { (nodes, job, pricing, granularity) =>
        val admission = new Admission(nodes.asJava, pricing, granularity)

        admission.refusal(job) shouldBe naive(nodes, job, pricing, granularity)
        val now = job.submitTick + 2 * Ticks.PER_UNIT
        admission.late(job, now).isPresent shouldBe isLate(nodes, job, granularity, now)
      }
  }

  private def naive(nodes: List[Node], job: Job, pricing: Pricing, granularity: Long): Optional[JobRefusal] = {
    val able = nodes.filter(job.requirements.metBy(_))
    val prices = able.map(pricing.leastPriceMilli(_)).sorted
    val costs = able
      .filter(pricing.leastPriceMilli(_) <= job.slotPriceLimitMilli)
      .map(node => Ticks.costMilli(pricing.leastPriceMilli(node), length(job, node, granularity)))
    def no(reason: RefusalReason, needed: Long, available: Long) =
      Optional.of(new JobRefusal(reason, needed, available))
    if (nodes.size < job.nodes) no(RefusalReason.NOT_ENOUGH_NODES, job.nodes, nodes.size)
    else if (able.size < job.nodes) no(RefusalReason.REQUIREMENTS, job.nodes, able.size)
    else if (costs.size < job.nodes) no(RefusalReason.PRICE_LIMIT, prices(job.nodes - 1), job.slotPriceLimitMilli)
    else if (costs.sorted.take(job.nodes).sum > job.costLimitMilli)
      no(RefusalReason.BELOW_ANY_PRICE, costs.sorted.take(job.nodes).sum, job.costLimitMilli)
    else if (isLate(nodes, job, granularity, job.submitTick))
      no(
        RefusalReason.DEADLINE,
        able.map(length(job, _, granularity)).sorted.apply(job.nodes - 1),
        job.deadlineTick - math.max(job.submitTick, job.earliestStart)
      )
    else Optional.empty[JobRefusal]()
  }

  private def isLate(nodes: List[Node], job: Job, granularity: Long, now: Long): Boolean =
    nodes.count(node =>
      job.requirements.metBy(node) &&
        length(job, node, granularity) <= job.deadlineTick - math.max(now, job.earliestStart)
    ) < job.nodes

  private def length(job: Job, node: Node, granularity: Long): Long =
    job.work.lengthTicks(node.performance, granularity)
}
