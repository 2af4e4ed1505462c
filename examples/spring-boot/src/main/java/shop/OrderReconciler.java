package shop;

import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.Context;
import dev.drover.runtime.Reconciler;
import dev.drover.runtime.Result;
import org.springframework.stereotype.Component;

/// A reconciler is a bean like any other, and gets other beans.
// tag::reconciler
@Component
class OrderReconciler implements Reconciler<ConfigMap> {
  private final PriceList prices;

  OrderReconciler(PriceList prices) {
    this.prices = prices;
  }

  @Override
  public Result reconcile(ConfigMap order, Context<ConfigMap> ctx) {
    int scoops = Integer.parseInt(order.data().get("scoops"));
    ctx.client().edit(order, o -> o.with(m -> m.data("price", prices.of(scoops))));
    return Result.done();
  }
}
// end::reconciler
