// Generated from openapi.yaml and requirements.yaml by npm run generate. Changes here are lost.
function countCharacters(text) {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
const validator0 = validate20, schema31 = { type: "object", required: ["args"], properties: { args: { type: "array", items: { type: "object", required: ["name", "value"], properties: { name: { type: "string" }, value: { type: ["string", "number", "boolean", "object", "array"], items: {} } } } }, mode: { type: "string", enum: ["sync", "async"] } } };
function validate20(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate20.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.args === void 0 && (missing0 = "args"))
        return validate20.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, schema: schema31.required, parentSchema: schema31, data }], !1;
      if (data.args !== void 0) {
        let data0 = data.args;
        const _errs1 = errors;
        if (errors === _errs1)
          if (Array.isArray(data0)) {
            var valid1 = !0;
            const len0 = data0.length;
            for (let i0 = 0; i0 < len0; i0++) {
              let data1 = data0[i0];
              const _errs3 = errors;
              if (errors === _errs3)
                if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
                  let missing1;
                  if (data1.name === void 0 && (missing1 = "name") || data1.value === void 0 && (missing1 = "value"))
                    return validate20.errors = [{ instancePath: instancePath + "/args/" + i0, schemaPath: "#/properties/args/items/required", keyword: "required", params: { missingProperty: missing1 }, schema: schema31.properties.args.items.required, parentSchema: schema31.properties.args.items, data: data1 }], !1;
                  if (data1.name !== void 0) {
                    let data2 = data1.name;
                    const _errs5 = errors;
                    if (typeof data2 != "string")
                      return validate20.errors = [{ instancePath: instancePath + "/args/" + i0 + "/name", schemaPath: "#/properties/args/items/properties/name/type", keyword: "type", params: { type: "string" }, schema: schema31.properties.args.items.properties.name.type, parentSchema: schema31.properties.args.items.properties.name, data: data2 }], !1;
                    var valid2 = _errs5 === errors;
                  } else
                    var valid2 = !0;
                  if (valid2)
                    if (data1.value !== void 0) {
                      let data3 = data1.value;
                      const _errs7 = errors;
                      if ((!data3 || typeof data3 != "object") && typeof data3 != "string" && !(typeof data3 == "number" && isFinite(data3)) && typeof data3 != "boolean")
                        return validate20.errors = [{ instancePath: instancePath + "/args/" + i0 + "/value", schemaPath: "#/properties/args/items/properties/value/type", keyword: "type", params: { type: schema31.properties.args.items.properties.value.type }, schema: schema31.properties.args.items.properties.value.type, parentSchema: schema31.properties.args.items.properties.value, data: data3 }], !1;
                      var valid2 = _errs7 === errors;
                    } else
                      var valid2 = !0;
                } else
                  return validate20.errors = [{ instancePath: instancePath + "/args/" + i0, schemaPath: "#/properties/args/items/type", keyword: "type", params: { type: "object" }, schema: schema31.properties.args.items.type, parentSchema: schema31.properties.args.items, data: data1 }], !1;
              var valid1 = _errs3 === errors;
              if (!valid1)
                break;
            }
          } else
            return validate20.errors = [{ instancePath: instancePath + "/args", schemaPath: "#/properties/args/type", keyword: "type", params: { type: "array" }, schema: schema31.properties.args.type, parentSchema: schema31.properties.args, data: data0 }], !1;
        var valid0 = _errs1 === errors;
      } else
        var valid0 = !0;
      if (valid0)
        if (data.mode !== void 0) {
          let data4 = data.mode;
          const _errs9 = errors;
          if (typeof data4 != "string")
            return validate20.errors = [{ instancePath: instancePath + "/mode", schemaPath: "#/properties/mode/type", keyword: "type", params: { type: "string" }, schema: schema31.properties.mode.type, parentSchema: schema31.properties.mode, data: data4 }], !1;
          if (!(data4 === "sync" || data4 === "async"))
            return validate20.errors = [{ instancePath: instancePath + "/mode", schemaPath: "#/properties/mode/enum", keyword: "enum", params: { allowedValues: schema31.properties.mode.enum }, schema: schema31.properties.mode.enum, parentSchema: schema31.properties.mode, data: data4 }], !1;
          var valid0 = _errs9 === errors;
        } else
          var valid0 = !0;
    } else
      return validate20.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, schema: schema31.type, parentSchema: schema31, data }], !1;
  return validate20.errors = vErrors, errors === 0;
}
validate20.evaluated = { props: { args: !0, mode: !0 }, dynamicProps: !1, dynamicItems: !1 };
const validator1 = validate21, schema32 = { type: "object", required: ["name", "value"], properties: { name: { type: "string" }, value: { type: ["string", "number", "boolean", "object", "array"], items: {} } } };
function validate21(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate21.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.name === void 0 && (missing0 = "name") || data.value === void 0 && (missing0 = "value"))
        return validate21.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, schema: schema32.required, parentSchema: schema32, data }], !1;
      if (data.name !== void 0) {
        let data0 = data.name;
        const _errs1 = errors;
        if (typeof data0 != "string")
          return validate21.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, schema: schema32.properties.name.type, parentSchema: schema32.properties.name, data: data0 }], !1;
        var valid0 = _errs1 === errors;
      } else
        var valid0 = !0;
      if (valid0)
        if (data.value !== void 0) {
          let data1 = data.value;
          const _errs3 = errors;
          if ((!data1 || typeof data1 != "object") && typeof data1 != "string" && !(typeof data1 == "number" && isFinite(data1)) && typeof data1 != "boolean")
            return validate21.errors = [{ instancePath: instancePath + "/value", schemaPath: "#/properties/value/type", keyword: "type", params: { type: schema32.properties.value.type }, schema: schema32.properties.value.type, parentSchema: schema32.properties.value, data: data1 }], !1;
          var valid0 = _errs3 === errors;
        } else
          var valid0 = !0;
    } else
      return validate21.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, schema: schema32.type, parentSchema: schema32, data }], !1;
  return validate21.errors = vErrors, errors === 0;
}
validate21.evaluated = { props: { name: !0, value: !0 }, dynamicProps: !1, dynamicItems: !1 };
const validator2 = validate22, schema33 = { type: ["string", "number", "boolean", "object", "array"], items: {} };
function validate22(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate22.evaluated;
  return evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), (!data || typeof data != "object") && typeof data != "string" && !(typeof data == "number" && isFinite(data)) && typeof data != "boolean" ? (validate22.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: schema33.type }, schema: schema33.type, parentSchema: schema33, data }], !1) : (validate22.errors = vErrors, errors === 0);
}
validate22.evaluated = { items: !0, dynamicProps: !1, dynamicItems: !1 };
const validator3 = validate23, schema34 = { type: "object", required: ["status", "result", "stepOutputs"], properties: { status: { type: "string", enum: ["success"] }, result: {}, stepOutputs: { type: "object", additionalProperties: { type: "object", selectBy: "status", cases: { success: { type: "object", required: ["status", "result"], properties: { status: { type: "string", enum: ["success"] }, result: {} } }, failed: { type: "object", required: ["status", "error"], properties: { status: { type: "string", enum: ["failed"] }, error: { type: "object", required: ["name", "value"], properties: { name: { type: "string" }, value: { type: "string" } } } } } } } } } };
function validate23(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate23.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.status === void 0 && (missing0 = "status") || data.result === void 0 && (missing0 = "result") || data.stepOutputs === void 0 && (missing0 = "stepOutputs"))
        return validate23.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, schema: schema34.required, parentSchema: schema34, data }], !1;
      if (data.status !== void 0) {
        let data0 = data.status;
        const _errs1 = errors;
        if (typeof data0 != "string")
          return validate23.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "string" }, schema: schema34.properties.status.type, parentSchema: schema34.properties.status, data: data0 }], !1;
        if (data0 !== "success")
          return validate23.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema34.properties.status.enum }, schema: schema34.properties.status.enum, parentSchema: schema34.properties.status, data: data0 }], !1;
        var valid0 = _errs1 === errors;
      } else
        var valid0 = !0;
      if (valid0)
        if (data.stepOutputs !== void 0) {
          let data1 = data.stepOutputs;
          const _errs3 = errors;
          if (errors === _errs3)
            if (data1 && typeof data1 == "object" && !Array.isArray(data1))
              for (const key0 in data1) {
                let data2 = data1[key0];
                const _errs6 = errors;
                if (errors === _errs6)
                  if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
                    const tag0 = data2.status;
                    if (tag0 === "success") {
                      if (errors === errors)
                        if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
                          let missing1;
                          if (data2.status === void 0 && (missing1 = "status") || data2.result === void 0 && (missing1 = "result"))
                            return validate23.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/stepOutputs/additionalProperties/cases/success/required", keyword: "required", params: { missingProperty: missing1 }, schema: schema34.properties.stepOutputs.additionalProperties.cases.success.required, parentSchema: schema34.properties.stepOutputs.additionalProperties.cases.success, data: data2 }], !1;
                          if (data2.status !== void 0) {
                            let data3 = data2.status;
                            if (typeof data3 != "string")
                              return validate23.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/status", schemaPath: "#/properties/stepOutputs/additionalProperties/cases/success/properties/status/type", keyword: "type", params: { type: "string" }, schema: schema34.properties.stepOutputs.additionalProperties.cases.success.properties.status.type, parentSchema: schema34.properties.stepOutputs.additionalProperties.cases.success.properties.status, data: data3 }], !1;
                            if (data3 !== "success")
                              return validate23.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/status", schemaPath: "#/properties/stepOutputs/additionalProperties/cases/success/properties/status/enum", keyword: "enum", params: { allowedValues: schema34.properties.stepOutputs.additionalProperties.cases.success.properties.status.enum }, schema: schema34.properties.stepOutputs.additionalProperties.cases.success.properties.status.enum, parentSchema: schema34.properties.stepOutputs.additionalProperties.cases.success.properties.status, data: data3 }], !1;
                          }
                        } else
                          return validate23.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/stepOutputs/additionalProperties/cases/success/type", keyword: "type", params: { type: "object" }, schema: schema34.properties.stepOutputs.additionalProperties.cases.success.type, parentSchema: schema34.properties.stepOutputs.additionalProperties.cases.success, data: data2 }], !1;
                      var props0 = {};
                      props0.status = !0, props0.result = !0;
                    } else if (tag0 === "failed") {
                      if (errors === errors)
                        if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
                          let missing2;
                          if (data2.status === void 0 && (missing2 = "status") || data2.error === void 0 && (missing2 = "error"))
                            return validate23.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/stepOutputs/additionalProperties/cases/failed/required", keyword: "required", params: { missingProperty: missing2 }, schema: schema34.properties.stepOutputs.additionalProperties.cases.failed.required, parentSchema: schema34.properties.stepOutputs.additionalProperties.cases.failed, data: data2 }], !1;
                          if (data2.status !== void 0) {
                            let data4 = data2.status;
                            const _errs14 = errors;
                            if (typeof data4 != "string")
                              return validate23.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/status", schemaPath: "#/properties/stepOutputs/additionalProperties/cases/failed/properties/status/type", keyword: "type", params: { type: "string" }, schema: schema34.properties.stepOutputs.additionalProperties.cases.failed.properties.status.type, parentSchema: schema34.properties.stepOutputs.additionalProperties.cases.failed.properties.status, data: data4 }], !1;
                            if (data4 !== "failed")
                              return validate23.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/status", schemaPath: "#/properties/stepOutputs/additionalProperties/cases/failed/properties/status/enum", keyword: "enum", params: { allowedValues: schema34.properties.stepOutputs.additionalProperties.cases.failed.properties.status.enum }, schema: schema34.properties.stepOutputs.additionalProperties.cases.failed.properties.status.enum, parentSchema: schema34.properties.stepOutputs.additionalProperties.cases.failed.properties.status, data: data4 }], !1;
                            var valid6 = _errs14 === errors;
                          } else
                            var valid6 = !0;
                          if (valid6)
                            if (data2.error !== void 0) {
                              let data5 = data2.error;
                              const _errs16 = errors;
                              if (errors === _errs16)
                                if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
                                  let missing3;
                                  if (data5.name === void 0 && (missing3 = "name") || data5.value === void 0 && (missing3 = "value"))
                                    return validate23.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/error", schemaPath: "#/properties/stepOutputs/additionalProperties/cases/failed/properties/error/required", keyword: "required", params: { missingProperty: missing3 }, schema: schema34.properties.stepOutputs.additionalProperties.cases.failed.properties.error.required, parentSchema: schema34.properties.stepOutputs.additionalProperties.cases.failed.properties.error, data: data5 }], !1;
                                  if (data5.name !== void 0) {
                                    let data6 = data5.name;
                                    const _errs18 = errors;
                                    if (typeof data6 != "string")
                                      return validate23.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/error/name", schemaPath: "#/properties/stepOutputs/additionalProperties/cases/failed/properties/error/properties/name/type", keyword: "type", params: { type: "string" }, schema: schema34.properties.stepOutputs.additionalProperties.cases.failed.properties.error.properties.name.type, parentSchema: schema34.properties.stepOutputs.additionalProperties.cases.failed.properties.error.properties.name, data: data6 }], !1;
                                    var valid7 = _errs18 === errors;
                                  } else
                                    var valid7 = !0;
                                  if (valid7)
                                    if (data5.value !== void 0) {
                                      let data7 = data5.value;
                                      const _errs20 = errors;
                                      if (typeof data7 != "string")
                                        return validate23.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/error/value", schemaPath: "#/properties/stepOutputs/additionalProperties/cases/failed/properties/error/properties/value/type", keyword: "type", params: { type: "string" }, schema: schema34.properties.stepOutputs.additionalProperties.cases.failed.properties.error.properties.value.type, parentSchema: schema34.properties.stepOutputs.additionalProperties.cases.failed.properties.error.properties.value, data: data7 }], !1;
                                      var valid7 = _errs20 === errors;
                                    } else
                                      var valid7 = !0;
                                } else
                                  return validate23.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/error", schemaPath: "#/properties/stepOutputs/additionalProperties/cases/failed/properties/error/type", keyword: "type", params: { type: "object" }, schema: schema34.properties.stepOutputs.additionalProperties.cases.failed.properties.error.type, parentSchema: schema34.properties.stepOutputs.additionalProperties.cases.failed.properties.error, data: data5 }], !1;
                              var valid6 = _errs16 === errors;
                            } else
                              var valid6 = !0;
                        } else
                          return validate23.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/stepOutputs/additionalProperties/cases/failed/type", keyword: "type", params: { type: "object" }, schema: schema34.properties.stepOutputs.additionalProperties.cases.failed.type, parentSchema: schema34.properties.stepOutputs.additionalProperties.cases.failed, data: data2 }], !1;
                      props0 !== !0 && (props0 = props0 || {}, props0.status = !0, props0.error = !0);
                    } else
                      return validate23.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/stepOutputs/additionalProperties/selectBy", keyword: "selectBy", params: {}, schema: "status", parentSchema: schema34.properties.stepOutputs.additionalProperties, data: data2 }], !1;
                  } else
                    return validate23.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/stepOutputs/additionalProperties/type", keyword: "type", params: { type: "object" }, schema: schema34.properties.stepOutputs.additionalProperties.type, parentSchema: schema34.properties.stepOutputs.additionalProperties, data: data2 }], !1;
                var valid1 = _errs6 === errors;
                if (!valid1)
                  break;
              }
            else
              return validate23.errors = [{ instancePath: instancePath + "/stepOutputs", schemaPath: "#/properties/stepOutputs/type", keyword: "type", params: { type: "object" }, schema: schema34.properties.stepOutputs.type, parentSchema: schema34.properties.stepOutputs, data: data1 }], !1;
          var valid0 = _errs3 === errors;
        } else
          var valid0 = !0;
    } else
      return validate23.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, schema: schema34.type, parentSchema: schema34, data }], !1;
  return validate23.errors = vErrors, errors === 0;
}
validate23.evaluated = { props: { status: !0, result: !0, stepOutputs: !0 }, dynamicProps: !1, dynamicItems: !1 };
const validator4 = validate24, schema35 = { type: "object", required: ["status", "error", "stepOutputs"], properties: { status: { type: "string", enum: ["failed"] }, error: { type: "object", required: ["name", "value", "traceback"], properties: { name: { type: "string" }, value: { type: "string" }, traceback: { type: "string" } } }, stepOutputs: { type: "object", additionalProperties: { type: "object", selectBy: "status", cases: { success: { type: "object", required: ["status", "result"], properties: { status: { type: "string", enum: ["success"] }, result: {} } }, failed: { type: "object", required: ["status", "error"], properties: { status: { type: "string", enum: ["failed"] }, error: { type: "object", required: ["name", "value"], properties: { name: { type: "string" }, value: { type: "string" } } } } } } } } } };
function validate24(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate24.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.status === void 0 && (missing0 = "status") || data.error === void 0 && (missing0 = "error") || data.stepOutputs === void 0 && (missing0 = "stepOutputs"))
        return validate24.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, schema: schema35.required, parentSchema: schema35, data }], !1;
      if (data.status !== void 0) {
        let data0 = data.status;
        const _errs1 = errors;
        if (typeof data0 != "string")
          return validate24.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "string" }, schema: schema35.properties.status.type, parentSchema: schema35.properties.status, data: data0 }], !1;
        if (data0 !== "failed")
          return validate24.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema35.properties.status.enum }, schema: schema35.properties.status.enum, parentSchema: schema35.properties.status, data: data0 }], !1;
        var valid0 = _errs1 === errors;
      } else
        var valid0 = !0;
      if (valid0) {
        if (data.error !== void 0) {
          let data1 = data.error;
          const _errs3 = errors;
          if (errors === _errs3)
            if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
              let missing1;
              if (data1.name === void 0 && (missing1 = "name") || data1.value === void 0 && (missing1 = "value") || data1.traceback === void 0 && (missing1 = "traceback"))
                return validate24.errors = [{ instancePath: instancePath + "/error", schemaPath: "#/properties/error/required", keyword: "required", params: { missingProperty: missing1 }, schema: schema35.properties.error.required, parentSchema: schema35.properties.error, data: data1 }], !1;
              if (data1.name !== void 0) {
                let data2 = data1.name;
                const _errs5 = errors;
                if (typeof data2 != "string")
                  return validate24.errors = [{ instancePath: instancePath + "/error/name", schemaPath: "#/properties/error/properties/name/type", keyword: "type", params: { type: "string" }, schema: schema35.properties.error.properties.name.type, parentSchema: schema35.properties.error.properties.name, data: data2 }], !1;
                var valid1 = _errs5 === errors;
              } else
                var valid1 = !0;
              if (valid1) {
                if (data1.value !== void 0) {
                  let data3 = data1.value;
                  const _errs7 = errors;
                  if (typeof data3 != "string")
                    return validate24.errors = [{ instancePath: instancePath + "/error/value", schemaPath: "#/properties/error/properties/value/type", keyword: "type", params: { type: "string" }, schema: schema35.properties.error.properties.value.type, parentSchema: schema35.properties.error.properties.value, data: data3 }], !1;
                  var valid1 = _errs7 === errors;
                } else
                  var valid1 = !0;
                if (valid1)
                  if (data1.traceback !== void 0) {
                    let data4 = data1.traceback;
                    const _errs9 = errors;
                    if (typeof data4 != "string")
                      return validate24.errors = [{ instancePath: instancePath + "/error/traceback", schemaPath: "#/properties/error/properties/traceback/type", keyword: "type", params: { type: "string" }, schema: schema35.properties.error.properties.traceback.type, parentSchema: schema35.properties.error.properties.traceback, data: data4 }], !1;
                    var valid1 = _errs9 === errors;
                  } else
                    var valid1 = !0;
              }
            } else
              return validate24.errors = [{ instancePath: instancePath + "/error", schemaPath: "#/properties/error/type", keyword: "type", params: { type: "object" }, schema: schema35.properties.error.type, parentSchema: schema35.properties.error, data: data1 }], !1;
          var valid0 = _errs3 === errors;
        } else
          var valid0 = !0;
        if (valid0)
          if (data.stepOutputs !== void 0) {
            let data5 = data.stepOutputs;
            const _errs11 = errors;
            if (errors === _errs11)
              if (data5 && typeof data5 == "object" && !Array.isArray(data5))
                for (const key0 in data5) {
                  let data6 = data5[key0];
                  const _errs14 = errors;
                  if (errors === _errs14)
                    if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
                      const tag0 = data6.status;
                      if (tag0 === "success") {
                        if (errors === errors)
                          if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
                            let missing2;
                            if (data6.status === void 0 && (missing2 = "status") || data6.result === void 0 && (missing2 = "result"))
                              return validate24.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/stepOutputs/additionalProperties/cases/success/required", keyword: "required", params: { missingProperty: missing2 }, schema: schema35.properties.stepOutputs.additionalProperties.cases.success.required, parentSchema: schema35.properties.stepOutputs.additionalProperties.cases.success, data: data6 }], !1;
                            if (data6.status !== void 0) {
                              let data7 = data6.status;
                              if (typeof data7 != "string")
                                return validate24.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/status", schemaPath: "#/properties/stepOutputs/additionalProperties/cases/success/properties/status/type", keyword: "type", params: { type: "string" }, schema: schema35.properties.stepOutputs.additionalProperties.cases.success.properties.status.type, parentSchema: schema35.properties.stepOutputs.additionalProperties.cases.success.properties.status, data: data7 }], !1;
                              if (data7 !== "success")
                                return validate24.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/status", schemaPath: "#/properties/stepOutputs/additionalProperties/cases/success/properties/status/enum", keyword: "enum", params: { allowedValues: schema35.properties.stepOutputs.additionalProperties.cases.success.properties.status.enum }, schema: schema35.properties.stepOutputs.additionalProperties.cases.success.properties.status.enum, parentSchema: schema35.properties.stepOutputs.additionalProperties.cases.success.properties.status, data: data7 }], !1;
                            }
                          } else
                            return validate24.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/stepOutputs/additionalProperties/cases/success/type", keyword: "type", params: { type: "object" }, schema: schema35.properties.stepOutputs.additionalProperties.cases.success.type, parentSchema: schema35.properties.stepOutputs.additionalProperties.cases.success, data: data6 }], !1;
                        var props0 = {};
                        props0.status = !0, props0.result = !0;
                      } else if (tag0 === "failed") {
                        if (errors === errors)
                          if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
                            let missing3;
                            if (data6.status === void 0 && (missing3 = "status") || data6.error === void 0 && (missing3 = "error"))
                              return validate24.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/stepOutputs/additionalProperties/cases/failed/required", keyword: "required", params: { missingProperty: missing3 }, schema: schema35.properties.stepOutputs.additionalProperties.cases.failed.required, parentSchema: schema35.properties.stepOutputs.additionalProperties.cases.failed, data: data6 }], !1;
                            if (data6.status !== void 0) {
                              let data8 = data6.status;
                              const _errs22 = errors;
                              if (typeof data8 != "string")
                                return validate24.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/status", schemaPath: "#/properties/stepOutputs/additionalProperties/cases/failed/properties/status/type", keyword: "type", params: { type: "string" }, schema: schema35.properties.stepOutputs.additionalProperties.cases.failed.properties.status.type, parentSchema: schema35.properties.stepOutputs.additionalProperties.cases.failed.properties.status, data: data8 }], !1;
                              if (data8 !== "failed")
                                return validate24.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/status", schemaPath: "#/properties/stepOutputs/additionalProperties/cases/failed/properties/status/enum", keyword: "enum", params: { allowedValues: schema35.properties.stepOutputs.additionalProperties.cases.failed.properties.status.enum }, schema: schema35.properties.stepOutputs.additionalProperties.cases.failed.properties.status.enum, parentSchema: schema35.properties.stepOutputs.additionalProperties.cases.failed.properties.status, data: data8 }], !1;
                              var valid7 = _errs22 === errors;
                            } else
                              var valid7 = !0;
                            if (valid7)
                              if (data6.error !== void 0) {
                                let data9 = data6.error;
                                const _errs24 = errors;
                                if (errors === _errs24)
                                  if (data9 && typeof data9 == "object" && !Array.isArray(data9)) {
                                    let missing4;
                                    if (data9.name === void 0 && (missing4 = "name") || data9.value === void 0 && (missing4 = "value"))
                                      return validate24.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/error", schemaPath: "#/properties/stepOutputs/additionalProperties/cases/failed/properties/error/required", keyword: "required", params: { missingProperty: missing4 }, schema: schema35.properties.stepOutputs.additionalProperties.cases.failed.properties.error.required, parentSchema: schema35.properties.stepOutputs.additionalProperties.cases.failed.properties.error, data: data9 }], !1;
                                    if (data9.name !== void 0) {
                                      let data10 = data9.name;
                                      const _errs26 = errors;
                                      if (typeof data10 != "string")
                                        return validate24.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/error/name", schemaPath: "#/properties/stepOutputs/additionalProperties/cases/failed/properties/error/properties/name/type", keyword: "type", params: { type: "string" }, schema: schema35.properties.stepOutputs.additionalProperties.cases.failed.properties.error.properties.name.type, parentSchema: schema35.properties.stepOutputs.additionalProperties.cases.failed.properties.error.properties.name, data: data10 }], !1;
                                      var valid8 = _errs26 === errors;
                                    } else
                                      var valid8 = !0;
                                    if (valid8)
                                      if (data9.value !== void 0) {
                                        let data11 = data9.value;
                                        const _errs28 = errors;
                                        if (typeof data11 != "string")
                                          return validate24.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/error/value", schemaPath: "#/properties/stepOutputs/additionalProperties/cases/failed/properties/error/properties/value/type", keyword: "type", params: { type: "string" }, schema: schema35.properties.stepOutputs.additionalProperties.cases.failed.properties.error.properties.value.type, parentSchema: schema35.properties.stepOutputs.additionalProperties.cases.failed.properties.error.properties.value, data: data11 }], !1;
                                        var valid8 = _errs28 === errors;
                                      } else
                                        var valid8 = !0;
                                  } else
                                    return validate24.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/error", schemaPath: "#/properties/stepOutputs/additionalProperties/cases/failed/properties/error/type", keyword: "type", params: { type: "object" }, schema: schema35.properties.stepOutputs.additionalProperties.cases.failed.properties.error.type, parentSchema: schema35.properties.stepOutputs.additionalProperties.cases.failed.properties.error, data: data9 }], !1;
                                var valid7 = _errs24 === errors;
                              } else
                                var valid7 = !0;
                          } else
                            return validate24.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/stepOutputs/additionalProperties/cases/failed/type", keyword: "type", params: { type: "object" }, schema: schema35.properties.stepOutputs.additionalProperties.cases.failed.type, parentSchema: schema35.properties.stepOutputs.additionalProperties.cases.failed, data: data6 }], !1;
                        props0 !== !0 && (props0 = props0 || {}, props0.status = !0, props0.error = !0);
                      } else
                        return validate24.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/stepOutputs/additionalProperties/selectBy", keyword: "selectBy", params: {}, schema: "status", parentSchema: schema35.properties.stepOutputs.additionalProperties, data: data6 }], !1;
                    } else
                      return validate24.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/stepOutputs/additionalProperties/type", keyword: "type", params: { type: "object" }, schema: schema35.properties.stepOutputs.additionalProperties.type, parentSchema: schema35.properties.stepOutputs.additionalProperties, data: data6 }], !1;
                  var valid2 = _errs14 === errors;
                  if (!valid2)
                    break;
                }
              else
                return validate24.errors = [{ instancePath: instancePath + "/stepOutputs", schemaPath: "#/properties/stepOutputs/type", keyword: "type", params: { type: "object" }, schema: schema35.properties.stepOutputs.type, parentSchema: schema35.properties.stepOutputs, data: data5 }], !1;
            var valid0 = _errs11 === errors;
          } else
            var valid0 = !0;
      }
    } else
      return validate24.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, schema: schema35.type, parentSchema: schema35, data }], !1;
  return validate24.errors = vErrors, errors === 0;
}
validate24.evaluated = { props: { status: !0, error: !0, stepOutputs: !0 }, dynamicProps: !1, dynamicItems: !1 };
const validator5 = validate25, schema36 = { type: "object", required: ["name", "value", "traceback"], properties: { name: { type: "string" }, value: { type: "string" }, traceback: { type: "string" } } };
function validate25(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate25.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.name === void 0 && (missing0 = "name") || data.value === void 0 && (missing0 = "value") || data.traceback === void 0 && (missing0 = "traceback"))
        return validate25.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, schema: schema36.required, parentSchema: schema36, data }], !1;
      if (data.name !== void 0) {
        let data0 = data.name;
        const _errs1 = errors;
        if (typeof data0 != "string")
          return validate25.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, schema: schema36.properties.name.type, parentSchema: schema36.properties.name, data: data0 }], !1;
        var valid0 = _errs1 === errors;
      } else
        var valid0 = !0;
      if (valid0) {
        if (data.value !== void 0) {
          let data1 = data.value;
          const _errs3 = errors;
          if (typeof data1 != "string")
            return validate25.errors = [{ instancePath: instancePath + "/value", schemaPath: "#/properties/value/type", keyword: "type", params: { type: "string" }, schema: schema36.properties.value.type, parentSchema: schema36.properties.value, data: data1 }], !1;
          var valid0 = _errs3 === errors;
        } else
          var valid0 = !0;
        if (valid0)
          if (data.traceback !== void 0) {
            let data2 = data.traceback;
            const _errs5 = errors;
            if (typeof data2 != "string")
              return validate25.errors = [{ instancePath: instancePath + "/traceback", schemaPath: "#/properties/traceback/type", keyword: "type", params: { type: "string" }, schema: schema36.properties.traceback.type, parentSchema: schema36.properties.traceback, data: data2 }], !1;
            var valid0 = _errs5 === errors;
          } else
            var valid0 = !0;
      }
    } else
      return validate25.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, schema: schema36.type, parentSchema: schema36, data }], !1;
  return validate25.errors = vErrors, errors === 0;
}
validate25.evaluated = { props: { name: !0, value: !0, traceback: !0 }, dynamicProps: !1, dynamicItems: !1 };
const validator6 = validate26, schema37 = { type: "object", minProperties: 1, properties: { runId: { type: ["string", "number"], minLength: 1 }, status: { type: ["string", "number", "boolean", "null", "object", "array"], excludes: ["success", "failed"], items: {} } }, dependentRequired: { stepOutputs: ["status"] } }, func1 = countCharacters;
function validate26(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate26.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (Object.keys(data).length < 1)
        return validate26.errors = [{ instancePath, schemaPath: "#/minProperties", keyword: "minProperties", params: { limit: 1 }, schema: 1, parentSchema: schema37, data }], !1;
      if (data.runId !== void 0) {
        let data0 = data.runId;
        const _errs1 = errors;
        if (typeof data0 != "string" && !(typeof data0 == "number" && isFinite(data0)))
          return validate26.errors = [{ instancePath: instancePath + "/runId", schemaPath: "#/properties/runId/type", keyword: "type", params: { type: schema37.properties.runId.type }, schema: schema37.properties.runId.type, parentSchema: schema37.properties.runId, data: data0 }], !1;
        if (errors === _errs1 && typeof data0 == "string" && func1(data0) < 1)
          return validate26.errors = [{ instancePath: instancePath + "/runId", schemaPath: "#/properties/runId/minLength", keyword: "minLength", params: { limit: 1 }, schema: 1, parentSchema: schema37.properties.runId, data: data0 }], !1;
        var valid0 = _errs1 === errors;
      } else
        var valid0 = !0;
      if (valid0) {
        if (data.status !== void 0) {
          let data1 = data.status;
          const _errs3 = errors;
          if (typeof data1 != "object" && typeof data1 != "string" && !(typeof data1 == "number" && isFinite(data1)) && typeof data1 != "boolean")
            return validate26.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: schema37.properties.status.type }, schema: schema37.properties.status.type, parentSchema: schema37.properties.status, data: data1 }], !1;
          if (data1 === "success" || data1 === "failed")
            return validate26.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/properties/status/excludes", keyword: "excludes", params: {}, schema: schema37.properties.status.excludes, parentSchema: schema37.properties.status, data: data1 }], !1;
          var valid0 = _errs3 === errors;
        } else
          var valid0 = !0;
        if (valid0) {
          let missing0;
          if (data.stepOutputs !== void 0 && data.status === void 0 && (missing0 = "status"))
            return validate26.errors = [{ instancePath, schemaPath: "#/dependentRequired", keyword: "dependentRequired", params: {
              property: "stepOutputs",
              missingProperty: missing0,
              depsCount: 1,
              deps: "status"
            }, schema: schema37.dependentRequired, parentSchema: schema37, data }], !1;
        }
      }
    } else
      return validate26.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, schema: schema37.type, parentSchema: schema37, data }], !1;
  return validate26.errors = vErrors, errors === 0;
}
validate26.evaluated = { props: { runId: !0, status: !0 }, dynamicProps: !1, dynamicItems: !1 };
const validator7 = validate27, schema38 = { type: "object", additionalProperties: { type: "object", selectBy: "status", cases: { success: { type: "object", required: ["status", "result"], properties: { status: { type: "string", enum: ["success"] }, result: {} } }, failed: { type: "object", required: ["status", "error"], properties: { status: { type: "string", enum: ["failed"] }, error: { type: "object", required: ["name", "value"], properties: { name: { type: "string" }, value: { type: "string" } } } } } } } };
function validate27(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate27.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data))
      for (const key0 in data) {
        let data0 = data[key0];
        const _errs2 = errors;
        if (errors === _errs2)
          if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
            const tag0 = data0.status;
            if (tag0 === "success") {
              if (errors === errors)
                if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
                  let missing0;
                  if (data0.status === void 0 && (missing0 = "status") || data0.result === void 0 && (missing0 = "result"))
                    return validate27.errors = [{ instancePath: instancePath + "/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/additionalProperties/cases/success/required", keyword: "required", params: { missingProperty: missing0 }, schema: schema38.additionalProperties.cases.success.required, parentSchema: schema38.additionalProperties.cases.success, data: data0 }], !1;
                  if (data0.status !== void 0) {
                    let data1 = data0.status;
                    if (typeof data1 != "string")
                      return validate27.errors = [{ instancePath: instancePath + "/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/status", schemaPath: "#/additionalProperties/cases/success/properties/status/type", keyword: "type", params: { type: "string" }, schema: schema38.additionalProperties.cases.success.properties.status.type, parentSchema: schema38.additionalProperties.cases.success.properties.status, data: data1 }], !1;
                    if (data1 !== "success")
                      return validate27.errors = [{ instancePath: instancePath + "/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/status", schemaPath: "#/additionalProperties/cases/success/properties/status/enum", keyword: "enum", params: { allowedValues: schema38.additionalProperties.cases.success.properties.status.enum }, schema: schema38.additionalProperties.cases.success.properties.status.enum, parentSchema: schema38.additionalProperties.cases.success.properties.status, data: data1 }], !1;
                  }
                } else
                  return validate27.errors = [{ instancePath: instancePath + "/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/additionalProperties/cases/success/type", keyword: "type", params: { type: "object" }, schema: schema38.additionalProperties.cases.success.type, parentSchema: schema38.additionalProperties.cases.success, data: data0 }], !1;
              var props0 = {};
              props0.status = !0, props0.result = !0;
            } else if (tag0 === "failed") {
              if (errors === errors)
                if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
                  let missing1;
                  if (data0.status === void 0 && (missing1 = "status") || data0.error === void 0 && (missing1 = "error"))
                    return validate27.errors = [{ instancePath: instancePath + "/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/additionalProperties/cases/failed/required", keyword: "required", params: { missingProperty: missing1 }, schema: schema38.additionalProperties.cases.failed.required, parentSchema: schema38.additionalProperties.cases.failed, data: data0 }], !1;
                  if (data0.status !== void 0) {
                    let data2 = data0.status;
                    const _errs10 = errors;
                    if (typeof data2 != "string")
                      return validate27.errors = [{ instancePath: instancePath + "/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/status", schemaPath: "#/additionalProperties/cases/failed/properties/status/type", keyword: "type", params: { type: "string" }, schema: schema38.additionalProperties.cases.failed.properties.status.type, parentSchema: schema38.additionalProperties.cases.failed.properties.status, data: data2 }], !1;
                    if (data2 !== "failed")
                      return validate27.errors = [{ instancePath: instancePath + "/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/status", schemaPath: "#/additionalProperties/cases/failed/properties/status/enum", keyword: "enum", params: { allowedValues: schema38.additionalProperties.cases.failed.properties.status.enum }, schema: schema38.additionalProperties.cases.failed.properties.status.enum, parentSchema: schema38.additionalProperties.cases.failed.properties.status, data: data2 }], !1;
                    var valid5 = _errs10 === errors;
                  } else
                    var valid5 = !0;
                  if (valid5)
                    if (data0.error !== void 0) {
                      let data3 = data0.error;
                      const _errs12 = errors;
                      if (errors === _errs12)
                        if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
                          let missing2;
                          if (data3.name === void 0 && (missing2 = "name") || data3.value === void 0 && (missing2 = "value"))
                            return validate27.errors = [{ instancePath: instancePath + "/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/error", schemaPath: "#/additionalProperties/cases/failed/properties/error/required", keyword: "required", params: { missingProperty: missing2 }, schema: schema38.additionalProperties.cases.failed.properties.error.required, parentSchema: schema38.additionalProperties.cases.failed.properties.error, data: data3 }], !1;
                          if (data3.name !== void 0) {
                            let data4 = data3.name;
                            const _errs14 = errors;
                            if (typeof data4 != "string")
                              return validate27.errors = [{ instancePath: instancePath + "/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/error/name", schemaPath: "#/additionalProperties/cases/failed/properties/error/properties/name/type", keyword: "type", params: { type: "string" }, schema: schema38.additionalProperties.cases.failed.properties.error.properties.name.type, parentSchema: schema38.additionalProperties.cases.failed.properties.error.properties.name, data: data4 }], !1;
                            var valid6 = _errs14 === errors;
                          } else
                            var valid6 = !0;
                          if (valid6)
                            if (data3.value !== void 0) {
                              let data5 = data3.value;
                              const _errs16 = errors;
                              if (typeof data5 != "string")
                                return validate27.errors = [{ instancePath: instancePath + "/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/error/value", schemaPath: "#/additionalProperties/cases/failed/properties/error/properties/value/type", keyword: "type", params: { type: "string" }, schema: schema38.additionalProperties.cases.failed.properties.error.properties.value.type, parentSchema: schema38.additionalProperties.cases.failed.properties.error.properties.value, data: data5 }], !1;
                              var valid6 = _errs16 === errors;
                            } else
                              var valid6 = !0;
                        } else
                          return validate27.errors = [{ instancePath: instancePath + "/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/error", schemaPath: "#/additionalProperties/cases/failed/properties/error/type", keyword: "type", params: { type: "object" }, schema: schema38.additionalProperties.cases.failed.properties.error.type, parentSchema: schema38.additionalProperties.cases.failed.properties.error, data: data3 }], !1;
                      var valid5 = _errs12 === errors;
                    } else
                      var valid5 = !0;
                } else
                  return validate27.errors = [{ instancePath: instancePath + "/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/additionalProperties/cases/failed/type", keyword: "type", params: { type: "object" }, schema: schema38.additionalProperties.cases.failed.type, parentSchema: schema38.additionalProperties.cases.failed, data: data0 }], !1;
              props0 !== !0 && (props0 = props0 || {}, props0.status = !0, props0.error = !0);
            } else
              return validate27.errors = [{ instancePath: instancePath + "/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/additionalProperties/selectBy", keyword: "selectBy", params: {}, schema: "status", parentSchema: schema38.additionalProperties, data: data0 }], !1;
          } else
            return validate27.errors = [{ instancePath: instancePath + "/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/additionalProperties/type", keyword: "type", params: { type: "object" }, schema: schema38.additionalProperties.type, parentSchema: schema38.additionalProperties, data: data0 }], !1;
        var valid0 = _errs2 === errors;
        if (!valid0)
          break;
      }
    else
      return validate27.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, schema: schema38.type, parentSchema: schema38, data }], !1;
  return validate27.errors = vErrors, errors === 0;
}
validate27.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
const validator8 = validate28, schema39 = { type: "object", required: ["status", "result"], properties: { status: { type: "string", enum: ["success"] }, result: {} } };
function validate28(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate28.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.status === void 0 && (missing0 = "status") || data.result === void 0 && (missing0 = "result"))
        return validate28.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, schema: schema39.required, parentSchema: schema39, data }], !1;
      if (data.status !== void 0) {
        let data0 = data.status;
        if (typeof data0 != "string")
          return validate28.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "string" }, schema: schema39.properties.status.type, parentSchema: schema39.properties.status, data: data0 }], !1;
        if (data0 !== "success")
          return validate28.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema39.properties.status.enum }, schema: schema39.properties.status.enum, parentSchema: schema39.properties.status, data: data0 }], !1;
      }
    } else
      return validate28.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, schema: schema39.type, parentSchema: schema39, data }], !1;
  return validate28.errors = vErrors, errors === 0;
}
validate28.evaluated = { props: { status: !0, result: !0 }, dynamicProps: !1, dynamicItems: !1 };
const validator9 = validate29, schema40 = { type: "object", required: ["status", "error"], properties: { status: { type: "string", enum: ["failed"] }, error: { type: "object", required: ["name", "value"], properties: { name: { type: "string" }, value: { type: "string" } } } } };
function validate29(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate29.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.status === void 0 && (missing0 = "status") || data.error === void 0 && (missing0 = "error"))
        return validate29.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, schema: schema40.required, parentSchema: schema40, data }], !1;
      if (data.status !== void 0) {
        let data0 = data.status;
        const _errs1 = errors;
        if (typeof data0 != "string")
          return validate29.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "string" }, schema: schema40.properties.status.type, parentSchema: schema40.properties.status, data: data0 }], !1;
        if (data0 !== "failed")
          return validate29.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema40.properties.status.enum }, schema: schema40.properties.status.enum, parentSchema: schema40.properties.status, data: data0 }], !1;
        var valid0 = _errs1 === errors;
      } else
        var valid0 = !0;
      if (valid0)
        if (data.error !== void 0) {
          let data1 = data.error;
          const _errs3 = errors;
          if (errors === _errs3)
            if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
              let missing1;
              if (data1.name === void 0 && (missing1 = "name") || data1.value === void 0 && (missing1 = "value"))
                return validate29.errors = [{ instancePath: instancePath + "/error", schemaPath: "#/properties/error/required", keyword: "required", params: { missingProperty: missing1 }, schema: schema40.properties.error.required, parentSchema: schema40.properties.error, data: data1 }], !1;
              if (data1.name !== void 0) {
                let data2 = data1.name;
                const _errs5 = errors;
                if (typeof data2 != "string")
                  return validate29.errors = [{ instancePath: instancePath + "/error/name", schemaPath: "#/properties/error/properties/name/type", keyword: "type", params: { type: "string" }, schema: schema40.properties.error.properties.name.type, parentSchema: schema40.properties.error.properties.name, data: data2 }], !1;
                var valid1 = _errs5 === errors;
              } else
                var valid1 = !0;
              if (valid1)
                if (data1.value !== void 0) {
                  let data3 = data1.value;
                  const _errs7 = errors;
                  if (typeof data3 != "string")
                    return validate29.errors = [{ instancePath: instancePath + "/error/value", schemaPath: "#/properties/error/properties/value/type", keyword: "type", params: { type: "string" }, schema: schema40.properties.error.properties.value.type, parentSchema: schema40.properties.error.properties.value, data: data3 }], !1;
                  var valid1 = _errs7 === errors;
                } else
                  var valid1 = !0;
            } else
              return validate29.errors = [{ instancePath: instancePath + "/error", schemaPath: "#/properties/error/type", keyword: "type", params: { type: "object" }, schema: schema40.properties.error.type, parentSchema: schema40.properties.error, data: data1 }], !1;
          var valid0 = _errs3 === errors;
        } else
          var valid0 = !0;
    } else
      return validate29.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, schema: schema40.type, parentSchema: schema40, data }], !1;
  return validate29.errors = vErrors, errors === 0;
}
validate29.evaluated = { props: { status: !0, error: !0 }, dynamicProps: !1, dynamicItems: !1 };
const validator10 = validate30, schema41 = { type: "object", required: ["name", "value"], properties: { name: { type: "string" }, value: { type: "string" } } };
function validate30(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate30.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.name === void 0 && (missing0 = "name") || data.value === void 0 && (missing0 = "value"))
        return validate30.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, schema: schema41.required, parentSchema: schema41, data }], !1;
      if (data.name !== void 0) {
        let data0 = data.name;
        const _errs1 = errors;
        if (typeof data0 != "string")
          return validate30.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, schema: schema41.properties.name.type, parentSchema: schema41.properties.name, data: data0 }], !1;
        var valid0 = _errs1 === errors;
      } else
        var valid0 = !0;
      if (valid0)
        if (data.value !== void 0) {
          let data1 = data.value;
          const _errs3 = errors;
          if (typeof data1 != "string")
            return validate30.errors = [{ instancePath: instancePath + "/value", schemaPath: "#/properties/value/type", keyword: "type", params: { type: "string" }, schema: schema41.properties.value.type, parentSchema: schema41.properties.value, data: data1 }], !1;
          var valid0 = _errs3 === errors;
        } else
          var valid0 = !0;
    } else
      return validate30.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, schema: schema41.type, parentSchema: schema41, data }], !1;
  return validate30.errors = vErrors, errors === 0;
}
validate30.evaluated = { props: { name: !0, value: !0 }, dynamicProps: !1, dynamicItems: !1 };
const validator11 = validate31, schema42 = { type: "object", properties: { executeUrl: { type: "string" }, toolsets: { type: "array", items: { type: "object", properties: { id: { type: "string" }, name: { type: "string" }, version: { type: "string" }, visibility: { type: "string" }, tools: { type: "array", items: { type: "object", properties: { name: { type: "string" }, description: { type: "string" }, parameters: { type: "array", items: { type: "object", properties: { name: { type: "string" }, type: { type: "string" }, required: { type: "boolean" } } } } } } } } } } } };
function validate31(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate31.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.executeUrl !== void 0) {
        let data0 = data.executeUrl;
        const _errs1 = errors;
        if (typeof data0 != "string")
          return validate31.errors = [{ instancePath: instancePath + "/executeUrl", schemaPath: "#/properties/executeUrl/type", keyword: "type", params: { type: "string" }, schema: schema42.properties.executeUrl.type, parentSchema: schema42.properties.executeUrl, data: data0 }], !1;
        var valid0 = _errs1 === errors;
      } else
        var valid0 = !0;
      if (valid0)
        if (data.toolsets !== void 0) {
          let data1 = data.toolsets;
          const _errs3 = errors;
          if (errors === _errs3)
            if (Array.isArray(data1)) {
              var valid1 = !0;
              const len0 = data1.length;
              for (let i0 = 0; i0 < len0; i0++) {
                let data2 = data1[i0];
                const _errs5 = errors;
                if (errors === _errs5)
                  if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
                    if (data2.id !== void 0) {
                      let data3 = data2.id;
                      const _errs7 = errors;
                      if (typeof data3 != "string")
                        return validate31.errors = [{ instancePath: instancePath + "/toolsets/" + i0 + "/id", schemaPath: "#/properties/toolsets/items/properties/id/type", keyword: "type", params: { type: "string" }, schema: schema42.properties.toolsets.items.properties.id.type, parentSchema: schema42.properties.toolsets.items.properties.id, data: data3 }], !1;
                      var valid2 = _errs7 === errors;
                    } else
                      var valid2 = !0;
                    if (valid2) {
                      if (data2.name !== void 0) {
                        let data4 = data2.name;
                        const _errs9 = errors;
                        if (typeof data4 != "string")
                          return validate31.errors = [{ instancePath: instancePath + "/toolsets/" + i0 + "/name", schemaPath: "#/properties/toolsets/items/properties/name/type", keyword: "type", params: { type: "string" }, schema: schema42.properties.toolsets.items.properties.name.type, parentSchema: schema42.properties.toolsets.items.properties.name, data: data4 }], !1;
                        var valid2 = _errs9 === errors;
                      } else
                        var valid2 = !0;
                      if (valid2) {
                        if (data2.version !== void 0) {
                          let data5 = data2.version;
                          const _errs11 = errors;
                          if (typeof data5 != "string")
                            return validate31.errors = [{ instancePath: instancePath + "/toolsets/" + i0 + "/version", schemaPath: "#/properties/toolsets/items/properties/version/type", keyword: "type", params: { type: "string" }, schema: schema42.properties.toolsets.items.properties.version.type, parentSchema: schema42.properties.toolsets.items.properties.version, data: data5 }], !1;
                          var valid2 = _errs11 === errors;
                        } else
                          var valid2 = !0;
                        if (valid2) {
                          if (data2.visibility !== void 0) {
                            let data6 = data2.visibility;
                            const _errs13 = errors;
                            if (typeof data6 != "string")
                              return validate31.errors = [{ instancePath: instancePath + "/toolsets/" + i0 + "/visibility", schemaPath: "#/properties/toolsets/items/properties/visibility/type", keyword: "type", params: { type: "string" }, schema: schema42.properties.toolsets.items.properties.visibility.type, parentSchema: schema42.properties.toolsets.items.properties.visibility, data: data6 }], !1;
                            var valid2 = _errs13 === errors;
                          } else
                            var valid2 = !0;
                          if (valid2)
                            if (data2.tools !== void 0) {
                              let data7 = data2.tools;
                              const _errs15 = errors;
                              if (errors === _errs15)
                                if (Array.isArray(data7)) {
                                  var valid3 = !0;
                                  const len1 = data7.length;
                                  for (let i1 = 0; i1 < len1; i1++) {
                                    let data8 = data7[i1];
                                    const _errs17 = errors;
                                    if (errors === _errs17)
                                      if (data8 && typeof data8 == "object" && !Array.isArray(data8)) {
                                        if (data8.name !== void 0) {
                                          let data9 = data8.name;
                                          const _errs19 = errors;
                                          if (typeof data9 != "string")
                                            return validate31.errors = [{ instancePath: instancePath + "/toolsets/" + i0 + "/tools/" + i1 + "/name", schemaPath: "#/properties/toolsets/items/properties/tools/items/properties/name/type", keyword: "type", params: { type: "string" }, schema: schema42.properties.toolsets.items.properties.tools.items.properties.name.type, parentSchema: schema42.properties.toolsets.items.properties.tools.items.properties.name, data: data9 }], !1;
                                          var valid4 = _errs19 === errors;
                                        } else
                                          var valid4 = !0;
                                        if (valid4) {
                                          if (data8.description !== void 0) {
                                            let data10 = data8.description;
                                            const _errs21 = errors;
                                            if (typeof data10 != "string")
                                              return validate31.errors = [{ instancePath: instancePath + "/toolsets/" + i0 + "/tools/" + i1 + "/description", schemaPath: "#/properties/toolsets/items/properties/tools/items/properties/description/type", keyword: "type", params: { type: "string" }, schema: schema42.properties.toolsets.items.properties.tools.items.properties.description.type, parentSchema: schema42.properties.toolsets.items.properties.tools.items.properties.description, data: data10 }], !1;
                                            var valid4 = _errs21 === errors;
                                          } else
                                            var valid4 = !0;
                                          if (valid4)
                                            if (data8.parameters !== void 0) {
                                              let data11 = data8.parameters;
                                              const _errs23 = errors;
                                              if (errors === _errs23)
                                                if (Array.isArray(data11)) {
                                                  var valid5 = !0;
                                                  const len2 = data11.length;
                                                  for (let i2 = 0; i2 < len2; i2++) {
                                                    let data12 = data11[i2];
                                                    const _errs25 = errors;
                                                    if (errors === _errs25)
                                                      if (data12 && typeof data12 == "object" && !Array.isArray(data12)) {
                                                        if (data12.name !== void 0) {
                                                          let data13 = data12.name;
                                                          const _errs27 = errors;
                                                          if (typeof data13 != "string")
                                                            return validate31.errors = [{ instancePath: instancePath + "/toolsets/" + i0 + "/tools/" + i1 + "/parameters/" + i2 + "/name", schemaPath: "#/properties/toolsets/items/properties/tools/items/properties/parameters/items/properties/name/type", keyword: "type", params: { type: "string" }, schema: schema42.properties.toolsets.items.properties.tools.items.properties.parameters.items.properties.name.type, parentSchema: schema42.properties.toolsets.items.properties.tools.items.properties.parameters.items.properties.name, data: data13 }], !1;
                                                          var valid6 = _errs27 === errors;
                                                        } else
                                                          var valid6 = !0;
                                                        if (valid6) {
                                                          if (data12.type !== void 0) {
                                                            let data14 = data12.type;
                                                            const _errs29 = errors;
                                                            if (typeof data14 != "string")
                                                              return validate31.errors = [{ instancePath: instancePath + "/toolsets/" + i0 + "/tools/" + i1 + "/parameters/" + i2 + "/type", schemaPath: "#/properties/toolsets/items/properties/tools/items/properties/parameters/items/properties/type/type", keyword: "type", params: { type: "string" }, schema: schema42.properties.toolsets.items.properties.tools.items.properties.parameters.items.properties.type.type, parentSchema: schema42.properties.toolsets.items.properties.tools.items.properties.parameters.items.properties.type, data: data14 }], !1;
                                                            var valid6 = _errs29 === errors;
                                                          } else
                                                            var valid6 = !0;
                                                          if (valid6)
                                                            if (data12.required !== void 0) {
                                                              let data15 = data12.required;
                                                              const _errs31 = errors;
                                                              if (typeof data15 != "boolean")
                                                                return validate31.errors = [{ instancePath: instancePath + "/toolsets/" + i0 + "/tools/" + i1 + "/parameters/" + i2 + "/required", schemaPath: "#/properties/toolsets/items/properties/tools/items/properties/parameters/items/properties/required/type", keyword: "type", params: { type: "boolean" }, schema: schema42.properties.toolsets.items.properties.tools.items.properties.parameters.items.properties.required.type, parentSchema: schema42.properties.toolsets.items.properties.tools.items.properties.parameters.items.properties.required, data: data15 }], !1;
                                                              var valid6 = _errs31 === errors;
                                                            } else
                                                              var valid6 = !0;
                                                        }
                                                      } else
                                                        return validate31.errors = [{ instancePath: instancePath + "/toolsets/" + i0 + "/tools/" + i1 + "/parameters/" + i2, schemaPath: "#/properties/toolsets/items/properties/tools/items/properties/parameters/items/type", keyword: "type", params: { type: "object" }, schema: schema42.properties.toolsets.items.properties.tools.items.properties.parameters.items.type, parentSchema: schema42.properties.toolsets.items.properties.tools.items.properties.parameters.items, data: data12 }], !1;
                                                    var valid5 = _errs25 === errors;
                                                    if (!valid5)
                                                      break;
                                                  }
                                                } else
                                                  return validate31.errors = [{ instancePath: instancePath + "/toolsets/" + i0 + "/tools/" + i1 + "/parameters", schemaPath: "#/properties/toolsets/items/properties/tools/items/properties/parameters/type", keyword: "type", params: { type: "array" }, schema: schema42.properties.toolsets.items.properties.tools.items.properties.parameters.type, parentSchema: schema42.properties.toolsets.items.properties.tools.items.properties.parameters, data: data11 }], !1;
                                              var valid4 = _errs23 === errors;
                                            } else
                                              var valid4 = !0;
                                        }
                                      } else
                                        return validate31.errors = [{ instancePath: instancePath + "/toolsets/" + i0 + "/tools/" + i1, schemaPath: "#/properties/toolsets/items/properties/tools/items/type", keyword: "type", params: { type: "object" }, schema: schema42.properties.toolsets.items.properties.tools.items.type, parentSchema: schema42.properties.toolsets.items.properties.tools.items, data: data8 }], !1;
                                    var valid3 = _errs17 === errors;
                                    if (!valid3)
                                      break;
                                  }
                                } else
                                  return validate31.errors = [{ instancePath: instancePath + "/toolsets/" + i0 + "/tools", schemaPath: "#/properties/toolsets/items/properties/tools/type", keyword: "type", params: { type: "array" }, schema: schema42.properties.toolsets.items.properties.tools.type, parentSchema: schema42.properties.toolsets.items.properties.tools, data: data7 }], !1;
                              var valid2 = _errs15 === errors;
                            } else
                              var valid2 = !0;
                        }
                      }
                    }
                  } else
                    return validate31.errors = [{ instancePath: instancePath + "/toolsets/" + i0, schemaPath: "#/properties/toolsets/items/type", keyword: "type", params: { type: "object" }, schema: schema42.properties.toolsets.items.type, parentSchema: schema42.properties.toolsets.items, data: data2 }], !1;
                var valid1 = _errs5 === errors;
                if (!valid1)
                  break;
              }
            } else
              return validate31.errors = [{ instancePath: instancePath + "/toolsets", schemaPath: "#/properties/toolsets/type", keyword: "type", params: { type: "array" }, schema: schema42.properties.toolsets.type, parentSchema: schema42.properties.toolsets, data: data1 }], !1;
          var valid0 = _errs3 === errors;
        } else
          var valid0 = !0;
    } else
      return validate31.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, schema: schema42.type, parentSchema: schema42, data }], !1;
  return validate31.errors = vErrors, errors === 0;
}
validate31.evaluated = { props: { executeUrl: !0, toolsets: !0 }, dynamicProps: !1, dynamicItems: !1 };
const validator12 = validate32, schema43 = { type: "object", properties: { id: { type: "string" }, name: { type: "string" }, version: { type: "string" }, visibility: { type: "string" }, tools: { type: "array", items: { type: "object", properties: { name: { type: "string" }, description: { type: "string" }, parameters: { type: "array", items: { type: "object", properties: { name: { type: "string" }, type: { type: "string" }, required: { type: "boolean" } } } } } } } } };
function validate32(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate32.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.id !== void 0) {
        let data0 = data.id;
        const _errs1 = errors;
        if (typeof data0 != "string")
          return validate32.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" }, schema: schema43.properties.id.type, parentSchema: schema43.properties.id, data: data0 }], !1;
        var valid0 = _errs1 === errors;
      } else
        var valid0 = !0;
      if (valid0) {
        if (data.name !== void 0) {
          let data1 = data.name;
          const _errs3 = errors;
          if (typeof data1 != "string")
            return validate32.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, schema: schema43.properties.name.type, parentSchema: schema43.properties.name, data: data1 }], !1;
          var valid0 = _errs3 === errors;
        } else
          var valid0 = !0;
        if (valid0) {
          if (data.version !== void 0) {
            let data2 = data.version;
            const _errs5 = errors;
            if (typeof data2 != "string")
              return validate32.errors = [{ instancePath: instancePath + "/version", schemaPath: "#/properties/version/type", keyword: "type", params: { type: "string" }, schema: schema43.properties.version.type, parentSchema: schema43.properties.version, data: data2 }], !1;
            var valid0 = _errs5 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.visibility !== void 0) {
              let data3 = data.visibility;
              const _errs7 = errors;
              if (typeof data3 != "string")
                return validate32.errors = [{ instancePath: instancePath + "/visibility", schemaPath: "#/properties/visibility/type", keyword: "type", params: { type: "string" }, schema: schema43.properties.visibility.type, parentSchema: schema43.properties.visibility, data: data3 }], !1;
              var valid0 = _errs7 === errors;
            } else
              var valid0 = !0;
            if (valid0)
              if (data.tools !== void 0) {
                let data4 = data.tools;
                const _errs9 = errors;
                if (errors === _errs9)
                  if (Array.isArray(data4)) {
                    var valid1 = !0;
                    const len0 = data4.length;
                    for (let i0 = 0; i0 < len0; i0++) {
                      let data5 = data4[i0];
                      const _errs11 = errors;
                      if (errors === _errs11)
                        if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
                          if (data5.name !== void 0) {
                            let data6 = data5.name;
                            const _errs13 = errors;
                            if (typeof data6 != "string")
                              return validate32.errors = [{ instancePath: instancePath + "/tools/" + i0 + "/name", schemaPath: "#/properties/tools/items/properties/name/type", keyword: "type", params: { type: "string" }, schema: schema43.properties.tools.items.properties.name.type, parentSchema: schema43.properties.tools.items.properties.name, data: data6 }], !1;
                            var valid2 = _errs13 === errors;
                          } else
                            var valid2 = !0;
                          if (valid2) {
                            if (data5.description !== void 0) {
                              let data7 = data5.description;
                              const _errs15 = errors;
                              if (typeof data7 != "string")
                                return validate32.errors = [{ instancePath: instancePath + "/tools/" + i0 + "/description", schemaPath: "#/properties/tools/items/properties/description/type", keyword: "type", params: { type: "string" }, schema: schema43.properties.tools.items.properties.description.type, parentSchema: schema43.properties.tools.items.properties.description, data: data7 }], !1;
                              var valid2 = _errs15 === errors;
                            } else
                              var valid2 = !0;
                            if (valid2)
                              if (data5.parameters !== void 0) {
                                let data8 = data5.parameters;
                                const _errs17 = errors;
                                if (errors === _errs17)
                                  if (Array.isArray(data8)) {
                                    var valid3 = !0;
                                    const len1 = data8.length;
                                    for (let i1 = 0; i1 < len1; i1++) {
                                      let data9 = data8[i1];
                                      const _errs19 = errors;
                                      if (errors === _errs19)
                                        if (data9 && typeof data9 == "object" && !Array.isArray(data9)) {
                                          if (data9.name !== void 0) {
                                            let data10 = data9.name;
                                            const _errs21 = errors;
                                            if (typeof data10 != "string")
                                              return validate32.errors = [{ instancePath: instancePath + "/tools/" + i0 + "/parameters/" + i1 + "/name", schemaPath: "#/properties/tools/items/properties/parameters/items/properties/name/type", keyword: "type", params: { type: "string" }, schema: schema43.properties.tools.items.properties.parameters.items.properties.name.type, parentSchema: schema43.properties.tools.items.properties.parameters.items.properties.name, data: data10 }], !1;
                                            var valid4 = _errs21 === errors;
                                          } else
                                            var valid4 = !0;
                                          if (valid4) {
                                            if (data9.type !== void 0) {
                                              let data11 = data9.type;
                                              const _errs23 = errors;
                                              if (typeof data11 != "string")
                                                return validate32.errors = [{ instancePath: instancePath + "/tools/" + i0 + "/parameters/" + i1 + "/type", schemaPath: "#/properties/tools/items/properties/parameters/items/properties/type/type", keyword: "type", params: { type: "string" }, schema: schema43.properties.tools.items.properties.parameters.items.properties.type.type, parentSchema: schema43.properties.tools.items.properties.parameters.items.properties.type, data: data11 }], !1;
                                              var valid4 = _errs23 === errors;
                                            } else
                                              var valid4 = !0;
                                            if (valid4)
                                              if (data9.required !== void 0) {
                                                let data12 = data9.required;
                                                const _errs25 = errors;
                                                if (typeof data12 != "boolean")
                                                  return validate32.errors = [{ instancePath: instancePath + "/tools/" + i0 + "/parameters/" + i1 + "/required", schemaPath: "#/properties/tools/items/properties/parameters/items/properties/required/type", keyword: "type", params: { type: "boolean" }, schema: schema43.properties.tools.items.properties.parameters.items.properties.required.type, parentSchema: schema43.properties.tools.items.properties.parameters.items.properties.required, data: data12 }], !1;
                                                var valid4 = _errs25 === errors;
                                              } else
                                                var valid4 = !0;
                                          }
                                        } else
                                          return validate32.errors = [{ instancePath: instancePath + "/tools/" + i0 + "/parameters/" + i1, schemaPath: "#/properties/tools/items/properties/parameters/items/type", keyword: "type", params: { type: "object" }, schema: schema43.properties.tools.items.properties.parameters.items.type, parentSchema: schema43.properties.tools.items.properties.parameters.items, data: data9 }], !1;
                                      var valid3 = _errs19 === errors;
                                      if (!valid3)
                                        break;
                                    }
                                  } else
                                    return validate32.errors = [{ instancePath: instancePath + "/tools/" + i0 + "/parameters", schemaPath: "#/properties/tools/items/properties/parameters/type", keyword: "type", params: { type: "array" }, schema: schema43.properties.tools.items.properties.parameters.type, parentSchema: schema43.properties.tools.items.properties.parameters, data: data8 }], !1;
                                var valid2 = _errs17 === errors;
                              } else
                                var valid2 = !0;
                          }
                        } else
                          return validate32.errors = [{ instancePath: instancePath + "/tools/" + i0, schemaPath: "#/properties/tools/items/type", keyword: "type", params: { type: "object" }, schema: schema43.properties.tools.items.type, parentSchema: schema43.properties.tools.items, data: data5 }], !1;
                      var valid1 = _errs11 === errors;
                      if (!valid1)
                        break;
                    }
                  } else
                    return validate32.errors = [{ instancePath: instancePath + "/tools", schemaPath: "#/properties/tools/type", keyword: "type", params: { type: "array" }, schema: schema43.properties.tools.type, parentSchema: schema43.properties.tools, data: data4 }], !1;
                var valid0 = _errs9 === errors;
              } else
                var valid0 = !0;
          }
        }
      }
    } else
      return validate32.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, schema: schema43.type, parentSchema: schema43, data }], !1;
  return validate32.errors = vErrors, errors === 0;
}
validate32.evaluated = { props: { id: !0, name: !0, version: !0, visibility: !0, tools: !0 }, dynamicProps: !1, dynamicItems: !1 };
const validator13 = validate33, schema44 = { type: "object", properties: { name: { type: "string" }, description: { type: "string" }, parameters: { type: "array", items: { type: "object", properties: { name: { type: "string" }, type: { type: "string" }, required: { type: "boolean" } } } } } };
function validate33(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate33.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.name !== void 0) {
        let data0 = data.name;
        const _errs1 = errors;
        if (typeof data0 != "string")
          return validate33.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, schema: schema44.properties.name.type, parentSchema: schema44.properties.name, data: data0 }], !1;
        var valid0 = _errs1 === errors;
      } else
        var valid0 = !0;
      if (valid0) {
        if (data.description !== void 0) {
          let data1 = data.description;
          const _errs3 = errors;
          if (typeof data1 != "string")
            return validate33.errors = [{ instancePath: instancePath + "/description", schemaPath: "#/properties/description/type", keyword: "type", params: { type: "string" }, schema: schema44.properties.description.type, parentSchema: schema44.properties.description, data: data1 }], !1;
          var valid0 = _errs3 === errors;
        } else
          var valid0 = !0;
        if (valid0)
          if (data.parameters !== void 0) {
            let data2 = data.parameters;
            const _errs5 = errors;
            if (errors === _errs5)
              if (Array.isArray(data2)) {
                var valid1 = !0;
                const len0 = data2.length;
                for (let i0 = 0; i0 < len0; i0++) {
                  let data3 = data2[i0];
                  const _errs7 = errors;
                  if (errors === _errs7)
                    if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
                      if (data3.name !== void 0) {
                        let data4 = data3.name;
                        const _errs9 = errors;
                        if (typeof data4 != "string")
                          return validate33.errors = [{ instancePath: instancePath + "/parameters/" + i0 + "/name", schemaPath: "#/properties/parameters/items/properties/name/type", keyword: "type", params: { type: "string" }, schema: schema44.properties.parameters.items.properties.name.type, parentSchema: schema44.properties.parameters.items.properties.name, data: data4 }], !1;
                        var valid2 = _errs9 === errors;
                      } else
                        var valid2 = !0;
                      if (valid2) {
                        if (data3.type !== void 0) {
                          let data5 = data3.type;
                          const _errs11 = errors;
                          if (typeof data5 != "string")
                            return validate33.errors = [{ instancePath: instancePath + "/parameters/" + i0 + "/type", schemaPath: "#/properties/parameters/items/properties/type/type", keyword: "type", params: { type: "string" }, schema: schema44.properties.parameters.items.properties.type.type, parentSchema: schema44.properties.parameters.items.properties.type, data: data5 }], !1;
                          var valid2 = _errs11 === errors;
                        } else
                          var valid2 = !0;
                        if (valid2)
                          if (data3.required !== void 0) {
                            let data6 = data3.required;
                            const _errs13 = errors;
                            if (typeof data6 != "boolean")
                              return validate33.errors = [{ instancePath: instancePath + "/parameters/" + i0 + "/required", schemaPath: "#/properties/parameters/items/properties/required/type", keyword: "type", params: { type: "boolean" }, schema: schema44.properties.parameters.items.properties.required.type, parentSchema: schema44.properties.parameters.items.properties.required, data: data6 }], !1;
                            var valid2 = _errs13 === errors;
                          } else
                            var valid2 = !0;
                      }
                    } else
                      return validate33.errors = [{ instancePath: instancePath + "/parameters/" + i0, schemaPath: "#/properties/parameters/items/type", keyword: "type", params: { type: "object" }, schema: schema44.properties.parameters.items.type, parentSchema: schema44.properties.parameters.items, data: data3 }], !1;
                  var valid1 = _errs7 === errors;
                  if (!valid1)
                    break;
                }
              } else
                return validate33.errors = [{ instancePath: instancePath + "/parameters", schemaPath: "#/properties/parameters/type", keyword: "type", params: { type: "array" }, schema: schema44.properties.parameters.type, parentSchema: schema44.properties.parameters, data: data2 }], !1;
            var valid0 = _errs5 === errors;
          } else
            var valid0 = !0;
      }
    } else
      return validate33.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, schema: schema44.type, parentSchema: schema44, data }], !1;
  return validate33.errors = vErrors, errors === 0;
}
validate33.evaluated = { props: { name: !0, description: !0, parameters: !0 }, dynamicProps: !1, dynamicItems: !1 };
const validator14 = validate34, schema45 = { type: "object", properties: { name: { type: "string" }, type: { type: "string" }, required: { type: "boolean" } } };
function validate34(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate34.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.name !== void 0) {
        let data0 = data.name;
        const _errs1 = errors;
        if (typeof data0 != "string")
          return validate34.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, schema: schema45.properties.name.type, parentSchema: schema45.properties.name, data: data0 }], !1;
        var valid0 = _errs1 === errors;
      } else
        var valid0 = !0;
      if (valid0) {
        if (data.type !== void 0) {
          let data1 = data.type;
          const _errs3 = errors;
          if (typeof data1 != "string")
            return validate34.errors = [{ instancePath: instancePath + "/type", schemaPath: "#/properties/type/type", keyword: "type", params: { type: "string" }, schema: schema45.properties.type.type, parentSchema: schema45.properties.type, data: data1 }], !1;
          var valid0 = _errs3 === errors;
        } else
          var valid0 = !0;
        if (valid0)
          if (data.required !== void 0) {
            let data2 = data.required;
            const _errs5 = errors;
            if (typeof data2 != "boolean")
              return validate34.errors = [{ instancePath: instancePath + "/required", schemaPath: "#/properties/required/type", keyword: "type", params: { type: "boolean" }, schema: schema45.properties.required.type, parentSchema: schema45.properties.required, data: data2 }], !1;
            var valid0 = _errs5 === errors;
          } else
            var valid0 = !0;
      }
    } else
      return validate34.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, schema: schema45.type, parentSchema: schema45, data }], !1;
  return validate34.errors = vErrors, errors === 0;
}
validate34.evaluated = { props: { name: !0, type: !0, required: !0 }, dynamicProps: !1, dynamicItems: !1 };
const validator15 = validate35, schema46 = { type: "object", required: ["toolset", "tool"], properties: { toolset: { type: "string", minLength: 1 }, tool: { type: "string", minLength: 1 }, arguments: { type: "object" } } };
function validate35(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate35.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.toolset === void 0 && (missing0 = "toolset") || data.tool === void 0 && (missing0 = "tool"))
        return validate35.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, schema: schema46.required, parentSchema: schema46, data }], !1;
      if (data.toolset !== void 0) {
        let data0 = data.toolset;
        const _errs1 = errors;
        if (errors === _errs1)
          if (typeof data0 == "string") {
            if (func1(data0) < 1)
              return validate35.errors = [{ instancePath: instancePath + "/toolset", schemaPath: "#/properties/toolset/minLength", keyword: "minLength", params: { limit: 1 }, schema: 1, parentSchema: schema46.properties.toolset, data: data0 }], !1;
          } else
            return validate35.errors = [{ instancePath: instancePath + "/toolset", schemaPath: "#/properties/toolset/type", keyword: "type", params: { type: "string" }, schema: schema46.properties.toolset.type, parentSchema: schema46.properties.toolset, data: data0 }], !1;
        var valid0 = _errs1 === errors;
      } else
        var valid0 = !0;
      if (valid0) {
        if (data.tool !== void 0) {
          let data1 = data.tool;
          const _errs3 = errors;
          if (errors === _errs3)
            if (typeof data1 == "string") {
              if (func1(data1) < 1)
                return validate35.errors = [{ instancePath: instancePath + "/tool", schemaPath: "#/properties/tool/minLength", keyword: "minLength", params: { limit: 1 }, schema: 1, parentSchema: schema46.properties.tool, data: data1 }], !1;
            } else
              return validate35.errors = [{ instancePath: instancePath + "/tool", schemaPath: "#/properties/tool/type", keyword: "type", params: { type: "string" }, schema: schema46.properties.tool.type, parentSchema: schema46.properties.tool, data: data1 }], !1;
          var valid0 = _errs3 === errors;
        } else
          var valid0 = !0;
        if (valid0)
          if (data.arguments !== void 0) {
            let data2 = data.arguments;
            const _errs5 = errors;
            if (!(data2 && typeof data2 == "object" && !Array.isArray(data2)))
              return validate35.errors = [{ instancePath: instancePath + "/arguments", schemaPath: "#/properties/arguments/type", keyword: "type", params: { type: "object" }, schema: schema46.properties.arguments.type, parentSchema: schema46.properties.arguments, data: data2 }], !1;
            var valid0 = _errs5 === errors;
          } else
            var valid0 = !0;
      }
    } else
      return validate35.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, schema: schema46.type, parentSchema: schema46, data }], !1;
  return validate35.errors = vErrors, errors === 0;
}
validate35.evaluated = { props: { toolset: !0, tool: !0, arguments: !0 }, dynamicProps: !1, dynamicItems: !1 };
const validator16 = validate36, schema47 = { type: "object", properties: { status: { type: "string" }, result: {}, error: { type: "object", properties: { name: { type: "string" }, value: { type: "string" } } } } };
function validate36(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate36.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.status !== void 0) {
        let data0 = data.status;
        const _errs1 = errors;
        if (typeof data0 != "string")
          return validate36.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "string" }, schema: schema47.properties.status.type, parentSchema: schema47.properties.status, data: data0 }], !1;
        var valid0 = _errs1 === errors;
      } else
        var valid0 = !0;
      if (valid0)
        if (data.error !== void 0) {
          let data1 = data.error;
          const _errs3 = errors;
          if (errors === _errs3)
            if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
              if (data1.name !== void 0) {
                let data2 = data1.name;
                const _errs5 = errors;
                if (typeof data2 != "string")
                  return validate36.errors = [{ instancePath: instancePath + "/error/name", schemaPath: "#/properties/error/properties/name/type", keyword: "type", params: { type: "string" }, schema: schema47.properties.error.properties.name.type, parentSchema: schema47.properties.error.properties.name, data: data2 }], !1;
                var valid1 = _errs5 === errors;
              } else
                var valid1 = !0;
              if (valid1)
                if (data1.value !== void 0) {
                  let data3 = data1.value;
                  const _errs7 = errors;
                  if (typeof data3 != "string")
                    return validate36.errors = [{ instancePath: instancePath + "/error/value", schemaPath: "#/properties/error/properties/value/type", keyword: "type", params: { type: "string" }, schema: schema47.properties.error.properties.value.type, parentSchema: schema47.properties.error.properties.value, data: data3 }], !1;
                  var valid1 = _errs7 === errors;
                } else
                  var valid1 = !0;
            } else
              return validate36.errors = [{ instancePath: instancePath + "/error", schemaPath: "#/properties/error/type", keyword: "type", params: { type: "object" }, schema: schema47.properties.error.type, parentSchema: schema47.properties.error, data: data1 }], !1;
          var valid0 = _errs3 === errors;
        } else
          var valid0 = !0;
    } else
      return validate36.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, schema: schema47.type, parentSchema: schema47, data }], !1;
  return validate36.errors = vErrors, errors === 0;
}
validate36.evaluated = { props: { status: !0, result: !0, error: !0 }, dynamicProps: !1, dynamicItems: !1 };
const validator17 = validate37, schema48 = { type: "object", properties: { name: { type: "string" }, value: { type: "string" } } };
function validate37(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate37.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.name !== void 0) {
        let data0 = data.name;
        const _errs1 = errors;
        if (typeof data0 != "string")
          return validate37.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, schema: schema48.properties.name.type, parentSchema: schema48.properties.name, data: data0 }], !1;
        var valid0 = _errs1 === errors;
      } else
        var valid0 = !0;
      if (valid0)
        if (data.value !== void 0) {
          let data1 = data.value;
          const _errs3 = errors;
          if (typeof data1 != "string")
            return validate37.errors = [{ instancePath: instancePath + "/value", schemaPath: "#/properties/value/type", keyword: "type", params: { type: "string" }, schema: schema48.properties.value.type, parentSchema: schema48.properties.value, data: data1 }], !1;
          var valid0 = _errs3 === errors;
        } else
          var valid0 = !0;
    } else
      return validate37.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, schema: schema48.type, parentSchema: schema48, data }], !1;
  return validate37.errors = vErrors, errors === 0;
}
validate37.evaluated = { props: { name: !0, value: !0 }, dynamicProps: !1, dynamicItems: !1 };
const validator18 = validate38, schema49 = { type: "object", properties: { message: { type: "string" } } };
function validate38(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate38.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.message !== void 0) {
        let data0 = data.message;
        if (typeof data0 != "string")
          return validate38.errors = [{ instancePath: instancePath + "/message", schemaPath: "#/properties/message/type", keyword: "type", params: { type: "string" }, schema: schema49.properties.message.type, parentSchema: schema49.properties.message, data: data0 }], !1;
      }
    } else
      return validate38.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, schema: schema49.type, parentSchema: schema49, data }], !1;
  return validate38.errors = vErrors, errors === 0;
}
validate38.evaluated = { props: { message: !0 }, dynamicProps: !1, dynamicItems: !1 };
const validator19 = validate39, schema50 = { type: "object", properties: { message: { type: "string" } } };
function validate39(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate39.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.message !== void 0) {
        let data0 = data.message;
        if (typeof data0 != "string")
          return validate39.errors = [{ instancePath: instancePath + "/message", schemaPath: "#/properties/message/type", keyword: "type", params: { type: "string" }, schema: schema50.properties.message.type, parentSchema: schema50.properties.message, data: data0 }], !1;
      }
    } else
      return validate39.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, schema: schema50.type, parentSchema: schema50, data }], !1;
  return validate39.errors = vErrors, errors === 0;
}
validate39.evaluated = { props: { message: !0 }, dynamicProps: !1, dynamicItems: !1 };
const validator20 = validate40, schema51 = { type: "object" };
function validate40(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate40.evaluated;
  return evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data) ? (validate40.errors = vErrors, errors === 0) : (validate40.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, schema: schema51.type, parentSchema: schema51, data }], !1);
}
validate40.evaluated = { dynamicProps: !1, dynamicItems: !1 };
const validator21 = validate41, schema52 = { type: "object", selectBy: "status", cases: { success: { type: "object", required: ["status", "result", "stepOutputs"], properties: { status: { type: "string", enum: ["success"] }, result: {}, stepOutputs: { type: "object", additionalProperties: { type: "object", selectBy: "status", cases: { success: { type: "object", required: ["status", "result"], properties: { status: { type: "string", enum: ["success"] }, result: {} } }, failed: { type: "object", required: ["status", "error"], properties: { status: { type: "string", enum: ["failed"] }, error: { type: "object", required: ["name", "value"], properties: { name: { type: "string" }, value: { type: "string" } } } } } } } } } }, failed: { type: "object", required: ["status", "error", "stepOutputs"], properties: { status: { type: "string", enum: ["failed"] }, error: { type: "object", required: ["name", "value", "traceback"], properties: { name: { type: "string" }, value: { type: "string" }, traceback: { type: "string" } } }, stepOutputs: { type: "object", additionalProperties: { type: "object", selectBy: "status", cases: { success: { type: "object", required: ["status", "result"], properties: { status: { type: "string", enum: ["success"] }, result: {} } }, failed: { type: "object", required: ["status", "error"], properties: { status: { type: "string", enum: ["failed"] }, error: { type: "object", required: ["name", "value"], properties: { name: { type: "string" }, value: { type: "string" } } } } } } } } } } }, otherwise: { type: "object", minProperties: 1, properties: { runId: { type: ["string", "number"], minLength: 1 }, status: { type: ["string", "number", "boolean", "null", "object", "array"], excludes: ["success", "failed"], items: {} } }, dependentRequired: { stepOutputs: ["status"] } } };
function validate41(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate41.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      const tag0 = data.status;
      if (tag0 === "success") {
        if (errors === errors)
          if (data && typeof data == "object" && !Array.isArray(data)) {
            let missing0;
            if (data.status === void 0 && (missing0 = "status") || data.result === void 0 && (missing0 = "result") || data.stepOutputs === void 0 && (missing0 = "stepOutputs"))
              return validate41.errors = [{ instancePath, schemaPath: "#/cases/success/required", keyword: "required", params: { missingProperty: missing0 }, schema: schema52.cases.success.required, parentSchema: schema52.cases.success, data }], !1;
            if (data.status !== void 0) {
              let data0 = data.status;
              const _errs3 = errors;
              if (typeof data0 != "string")
                return validate41.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/cases/success/properties/status/type", keyword: "type", params: { type: "string" }, schema: schema52.cases.success.properties.status.type, parentSchema: schema52.cases.success.properties.status, data: data0 }], !1;
              if (data0 !== "success")
                return validate41.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/cases/success/properties/status/enum", keyword: "enum", params: { allowedValues: schema52.cases.success.properties.status.enum }, schema: schema52.cases.success.properties.status.enum, parentSchema: schema52.cases.success.properties.status, data: data0 }], !1;
              var valid2 = _errs3 === errors;
            } else
              var valid2 = !0;
            if (valid2)
              if (data.stepOutputs !== void 0) {
                let data1 = data.stepOutputs;
                const _errs5 = errors;
                if (errors === _errs5)
                  if (data1 && typeof data1 == "object" && !Array.isArray(data1))
                    for (const key0 in data1) {
                      let data2 = data1[key0];
                      const _errs8 = errors;
                      if (errors === _errs8)
                        if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
                          const tag1 = data2.status;
                          if (tag1 === "success") {
                            if (errors === errors)
                              if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
                                let missing1;
                                if (data2.status === void 0 && (missing1 = "status") || data2.result === void 0 && (missing1 = "result"))
                                  return validate41.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/cases/success/properties/stepOutputs/additionalProperties/cases/success/required", keyword: "required", params: { missingProperty: missing1 }, schema: schema52.cases.success.properties.stepOutputs.additionalProperties.cases.success.required, parentSchema: schema52.cases.success.properties.stepOutputs.additionalProperties.cases.success, data: data2 }], !1;
                                if (data2.status !== void 0) {
                                  let data3 = data2.status;
                                  if (typeof data3 != "string")
                                    return validate41.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/status", schemaPath: "#/cases/success/properties/stepOutputs/additionalProperties/cases/success/properties/status/type", keyword: "type", params: { type: "string" }, schema: schema52.cases.success.properties.stepOutputs.additionalProperties.cases.success.properties.status.type, parentSchema: schema52.cases.success.properties.stepOutputs.additionalProperties.cases.success.properties.status, data: data3 }], !1;
                                  if (data3 !== "success")
                                    return validate41.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/status", schemaPath: "#/cases/success/properties/stepOutputs/additionalProperties/cases/success/properties/status/enum", keyword: "enum", params: { allowedValues: schema52.cases.success.properties.stepOutputs.additionalProperties.cases.success.properties.status.enum }, schema: schema52.cases.success.properties.stepOutputs.additionalProperties.cases.success.properties.status.enum, parentSchema: schema52.cases.success.properties.stepOutputs.additionalProperties.cases.success.properties.status, data: data3 }], !1;
                                }
                              } else
                                return validate41.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/cases/success/properties/stepOutputs/additionalProperties/cases/success/type", keyword: "type", params: { type: "object" }, schema: schema52.cases.success.properties.stepOutputs.additionalProperties.cases.success.type, parentSchema: schema52.cases.success.properties.stepOutputs.additionalProperties.cases.success, data: data2 }], !1;
                            var props0 = {};
                            props0.status = !0, props0.result = !0;
                          } else if (tag1 === "failed") {
                            if (errors === errors)
                              if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
                                let missing2;
                                if (data2.status === void 0 && (missing2 = "status") || data2.error === void 0 && (missing2 = "error"))
                                  return validate41.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/cases/success/properties/stepOutputs/additionalProperties/cases/failed/required", keyword: "required", params: { missingProperty: missing2 }, schema: schema52.cases.success.properties.stepOutputs.additionalProperties.cases.failed.required, parentSchema: schema52.cases.success.properties.stepOutputs.additionalProperties.cases.failed, data: data2 }], !1;
                                if (data2.status !== void 0) {
                                  let data4 = data2.status;
                                  const _errs16 = errors;
                                  if (typeof data4 != "string")
                                    return validate41.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/status", schemaPath: "#/cases/success/properties/stepOutputs/additionalProperties/cases/failed/properties/status/type", keyword: "type", params: { type: "string" }, schema: schema52.cases.success.properties.stepOutputs.additionalProperties.cases.failed.properties.status.type, parentSchema: schema52.cases.success.properties.stepOutputs.additionalProperties.cases.failed.properties.status, data: data4 }], !1;
                                  if (data4 !== "failed")
                                    return validate41.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/status", schemaPath: "#/cases/success/properties/stepOutputs/additionalProperties/cases/failed/properties/status/enum", keyword: "enum", params: { allowedValues: schema52.cases.success.properties.stepOutputs.additionalProperties.cases.failed.properties.status.enum }, schema: schema52.cases.success.properties.stepOutputs.additionalProperties.cases.failed.properties.status.enum, parentSchema: schema52.cases.success.properties.stepOutputs.additionalProperties.cases.failed.properties.status, data: data4 }], !1;
                                  var valid8 = _errs16 === errors;
                                } else
                                  var valid8 = !0;
                                if (valid8)
                                  if (data2.error !== void 0) {
                                    let data5 = data2.error;
                                    const _errs18 = errors;
                                    if (errors === _errs18)
                                      if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
                                        let missing3;
                                        if (data5.name === void 0 && (missing3 = "name") || data5.value === void 0 && (missing3 = "value"))
                                          return validate41.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/error", schemaPath: "#/cases/success/properties/stepOutputs/additionalProperties/cases/failed/properties/error/required", keyword: "required", params: { missingProperty: missing3 }, schema: schema52.cases.success.properties.stepOutputs.additionalProperties.cases.failed.properties.error.required, parentSchema: schema52.cases.success.properties.stepOutputs.additionalProperties.cases.failed.properties.error, data: data5 }], !1;
                                        if (data5.name !== void 0) {
                                          let data6 = data5.name;
                                          const _errs20 = errors;
                                          if (typeof data6 != "string")
                                            return validate41.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/error/name", schemaPath: "#/cases/success/properties/stepOutputs/additionalProperties/cases/failed/properties/error/properties/name/type", keyword: "type", params: { type: "string" }, schema: schema52.cases.success.properties.stepOutputs.additionalProperties.cases.failed.properties.error.properties.name.type, parentSchema: schema52.cases.success.properties.stepOutputs.additionalProperties.cases.failed.properties.error.properties.name, data: data6 }], !1;
                                          var valid9 = _errs20 === errors;
                                        } else
                                          var valid9 = !0;
                                        if (valid9)
                                          if (data5.value !== void 0) {
                                            let data7 = data5.value;
                                            const _errs22 = errors;
                                            if (typeof data7 != "string")
                                              return validate41.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/error/value", schemaPath: "#/cases/success/properties/stepOutputs/additionalProperties/cases/failed/properties/error/properties/value/type", keyword: "type", params: { type: "string" }, schema: schema52.cases.success.properties.stepOutputs.additionalProperties.cases.failed.properties.error.properties.value.type, parentSchema: schema52.cases.success.properties.stepOutputs.additionalProperties.cases.failed.properties.error.properties.value, data: data7 }], !1;
                                            var valid9 = _errs22 === errors;
                                          } else
                                            var valid9 = !0;
                                      } else
                                        return validate41.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/error", schemaPath: "#/cases/success/properties/stepOutputs/additionalProperties/cases/failed/properties/error/type", keyword: "type", params: { type: "object" }, schema: schema52.cases.success.properties.stepOutputs.additionalProperties.cases.failed.properties.error.type, parentSchema: schema52.cases.success.properties.stepOutputs.additionalProperties.cases.failed.properties.error, data: data5 }], !1;
                                    var valid8 = _errs18 === errors;
                                  } else
                                    var valid8 = !0;
                              } else
                                return validate41.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/cases/success/properties/stepOutputs/additionalProperties/cases/failed/type", keyword: "type", params: { type: "object" }, schema: schema52.cases.success.properties.stepOutputs.additionalProperties.cases.failed.type, parentSchema: schema52.cases.success.properties.stepOutputs.additionalProperties.cases.failed, data: data2 }], !1;
                            props0 !== !0 && (props0 = props0 || {}, props0.status = !0, props0.error = !0);
                          } else
                            return validate41.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/cases/success/properties/stepOutputs/additionalProperties/selectBy", keyword: "selectBy", params: {}, schema: "status", parentSchema: schema52.cases.success.properties.stepOutputs.additionalProperties, data: data2 }], !1;
                        } else
                          return validate41.errors = [{ instancePath: instancePath + "/stepOutputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/cases/success/properties/stepOutputs/additionalProperties/type", keyword: "type", params: { type: "object" }, schema: schema52.cases.success.properties.stepOutputs.additionalProperties.type, parentSchema: schema52.cases.success.properties.stepOutputs.additionalProperties, data: data2 }], !1;
                      var valid3 = _errs8 === errors;
                      if (!valid3)
                        break;
                    }
                  else
                    return validate41.errors = [{ instancePath: instancePath + "/stepOutputs", schemaPath: "#/cases/success/properties/stepOutputs/type", keyword: "type", params: { type: "object" }, schema: schema52.cases.success.properties.stepOutputs.type, parentSchema: schema52.cases.success.properties.stepOutputs, data: data1 }], !1;
                var valid2 = _errs5 === errors;
              } else
                var valid2 = !0;
          } else
            return validate41.errors = [{ instancePath, schemaPath: "#/cases/success/type", keyword: "type", params: { type: "object" }, schema: schema52.cases.success.type, parentSchema: schema52.cases.success, data }], !1;
        var props1 = {};
        props1.status = !0, props1.result = !0, props1.stepOutputs = !0;
      } else if (tag0 === "failed") {
        if (errors === errors)
          if (data && typeof data == "object" && !Array.isArray(data)) {
            let missing4;
            if (data.status === void 0 && (missing4 = "status") || data.error === void 0 && (missing4 = "error") || data.stepOutputs === void 0 && (missing4 = "stepOutputs"))
              return validate41.errors = [{ instancePath, schemaPath: "#/cases/failed/required", keyword: "required", params: { missingProperty: missing4 }, schema: schema52.cases.failed.required, parentSchema: schema52.cases.failed, data }], !1;
            if (data.status !== void 0) {
              let data8 = data.status;
              const _errs26 = errors;
              if (typeof data8 != "string")
                return validate41.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/cases/failed/properties/status/type", keyword: "type", params: { type: "string" }, schema: schema52.cases.failed.properties.status.type, parentSchema: schema52.cases.failed.properties.status, data: data8 }], !1;
              if (data8 !== "failed")
                return validate41.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/cases/failed/properties/status/enum", keyword: "enum", params: { allowedValues: schema52.cases.failed.properties.status.enum }, schema: schema52.cases.failed.properties.status.enum, parentSchema: schema52.cases.failed.properties.status, data: data8 }], !1;
              var valid11 = _errs26 === errors;
            } else
              var valid11 = !0;
            if (valid11) {
              if (data.error !== void 0) {
                let data9 = data.error;
                const _errs28 = errors;
                if (errors === _errs28)
                  if (data9 && typeof data9 == "object" && !Array.isArray(data9)) {
                    let missing5;
                    if (data9.name === void 0 && (missing5 = "name") || data9.value === void 0 && (missing5 = "value") || data9.traceback === void 0 && (missing5 = "traceback"))
                      return validate41.errors = [{ instancePath: instancePath + "/error", schemaPath: "#/cases/failed/properties/error/required", keyword: "required", params: { missingProperty: missing5 }, schema: schema52.cases.failed.properties.error.required, parentSchema: schema52.cases.failed.properties.error, data: data9 }], !1;
                    if (data9.name !== void 0) {
                      let data10 = data9.name;
                      const _errs30 = errors;
                      if (typeof data10 != "string")
                        return validate41.errors = [{ instancePath: instancePath + "/error/name", schemaPath: "#/cases/failed/properties/error/properties/name/type", keyword: "type", params: { type: "string" }, schema: schema52.cases.failed.properties.error.properties.name.type, parentSchema: schema52.cases.failed.properties.error.properties.name, data: data10 }], !1;
                      var valid12 = _errs30 === errors;
                    } else
                      var valid12 = !0;
                    if (valid12) {
                      if (data9.value !== void 0) {
                        let data11 = data9.value;
                        const _errs32 = errors;
                        if (typeof data11 != "string")
                          return validate41.errors = [{ instancePath: instancePath + "/error/value", schemaPath: "#/cases/failed/properties/error/properties/value/type", keyword: "type", params: { type: "string" }, schema: schema52.cases.failed.properties.error.properties.value.type, parentSchema: schema52.cases.failed.properties.error.properties.value, data: data11 }], !1;
                        var valid12 = _errs32 === errors;
                      } else
                        var valid12 = !0;
                      if (valid12)
                        if (data9.traceback !== void 0) {
                          let data12 = data9.traceback;
                          const _errs34 = errors;
                          if (typeof data12 != "string")
                            return validate41.errors = [{ instancePath: instancePath + "/error/traceback", schemaPath: "#/cases/failed/properties/error/properties/traceback/type", keyword: "type", params: { type: "string" }, schema: schema52.cases.failed.properties.error.properties.traceback.type, parentSchema: schema52.cases.failed.properties.error.properties.traceback, data: data12 }], !1;
                          var valid12 = _errs34 === errors;
                        } else
                          var valid12 = !0;
                    }
                  } else
                    return validate41.errors = [{ instancePath: instancePath + "/error", schemaPath: "#/cases/failed/properties/error/type", keyword: "type", params: { type: "object" }, schema: schema52.cases.failed.properties.error.type, parentSchema: schema52.cases.failed.properties.error, data: data9 }], !1;
                var valid11 = _errs28 === errors;
              } else
                var valid11 = !0;
              if (valid11)
                if (data.stepOutputs !== void 0) {
                  let data13 = data.stepOutputs;
                  const _errs36 = errors;
                  if (errors === _errs36)
                    if (data13 && typeof data13 == "object" && !Array.isArray(data13))
                      for (const key1 in data13) {
                        let data14 = data13[key1];
                        const _errs39 = errors;
                        if (errors === _errs39)
                          if (data14 && typeof data14 == "object" && !Array.isArray(data14)) {
                            const tag2 = data14.status;
                            if (tag2 === "success") {
                              if (errors === errors)
                                if (data14 && typeof data14 == "object" && !Array.isArray(data14)) {
                                  let missing6;
                                  if (data14.status === void 0 && (missing6 = "status") || data14.result === void 0 && (missing6 = "result"))
                                    return validate41.errors = [{ instancePath: instancePath + "/stepOutputs/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/cases/failed/properties/stepOutputs/additionalProperties/cases/success/required", keyword: "required", params: { missingProperty: missing6 }, schema: schema52.cases.failed.properties.stepOutputs.additionalProperties.cases.success.required, parentSchema: schema52.cases.failed.properties.stepOutputs.additionalProperties.cases.success, data: data14 }], !1;
                                  if (data14.status !== void 0) {
                                    let data15 = data14.status;
                                    if (typeof data15 != "string")
                                      return validate41.errors = [{ instancePath: instancePath + "/stepOutputs/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/status", schemaPath: "#/cases/failed/properties/stepOutputs/additionalProperties/cases/success/properties/status/type", keyword: "type", params: { type: "string" }, schema: schema52.cases.failed.properties.stepOutputs.additionalProperties.cases.success.properties.status.type, parentSchema: schema52.cases.failed.properties.stepOutputs.additionalProperties.cases.success.properties.status, data: data15 }], !1;
                                    if (data15 !== "success")
                                      return validate41.errors = [{ instancePath: instancePath + "/stepOutputs/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/status", schemaPath: "#/cases/failed/properties/stepOutputs/additionalProperties/cases/success/properties/status/enum", keyword: "enum", params: { allowedValues: schema52.cases.failed.properties.stepOutputs.additionalProperties.cases.success.properties.status.enum }, schema: schema52.cases.failed.properties.stepOutputs.additionalProperties.cases.success.properties.status.enum, parentSchema: schema52.cases.failed.properties.stepOutputs.additionalProperties.cases.success.properties.status, data: data15 }], !1;
                                  }
                                } else
                                  return validate41.errors = [{ instancePath: instancePath + "/stepOutputs/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/cases/failed/properties/stepOutputs/additionalProperties/cases/success/type", keyword: "type", params: { type: "object" }, schema: schema52.cases.failed.properties.stepOutputs.additionalProperties.cases.success.type, parentSchema: schema52.cases.failed.properties.stepOutputs.additionalProperties.cases.success, data: data14 }], !1;
                              var props2 = {};
                              props2.status = !0, props2.result = !0;
                            } else if (tag2 === "failed") {
                              if (errors === errors)
                                if (data14 && typeof data14 == "object" && !Array.isArray(data14)) {
                                  let missing7;
                                  if (data14.status === void 0 && (missing7 = "status") || data14.error === void 0 && (missing7 = "error"))
                                    return validate41.errors = [{ instancePath: instancePath + "/stepOutputs/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/cases/failed/properties/stepOutputs/additionalProperties/cases/failed/required", keyword: "required", params: { missingProperty: missing7 }, schema: schema52.cases.failed.properties.stepOutputs.additionalProperties.cases.failed.required, parentSchema: schema52.cases.failed.properties.stepOutputs.additionalProperties.cases.failed, data: data14 }], !1;
                                  if (data14.status !== void 0) {
                                    let data16 = data14.status;
                                    const _errs47 = errors;
                                    if (typeof data16 != "string")
                                      return validate41.errors = [{ instancePath: instancePath + "/stepOutputs/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/status", schemaPath: "#/cases/failed/properties/stepOutputs/additionalProperties/cases/failed/properties/status/type", keyword: "type", params: { type: "string" }, schema: schema52.cases.failed.properties.stepOutputs.additionalProperties.cases.failed.properties.status.type, parentSchema: schema52.cases.failed.properties.stepOutputs.additionalProperties.cases.failed.properties.status, data: data16 }], !1;
                                    if (data16 !== "failed")
                                      return validate41.errors = [{ instancePath: instancePath + "/stepOutputs/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/status", schemaPath: "#/cases/failed/properties/stepOutputs/additionalProperties/cases/failed/properties/status/enum", keyword: "enum", params: { allowedValues: schema52.cases.failed.properties.stepOutputs.additionalProperties.cases.failed.properties.status.enum }, schema: schema52.cases.failed.properties.stepOutputs.additionalProperties.cases.failed.properties.status.enum, parentSchema: schema52.cases.failed.properties.stepOutputs.additionalProperties.cases.failed.properties.status, data: data16 }], !1;
                                    var valid18 = _errs47 === errors;
                                  } else
                                    var valid18 = !0;
                                  if (valid18)
                                    if (data14.error !== void 0) {
                                      let data17 = data14.error;
                                      const _errs49 = errors;
                                      if (errors === _errs49)
                                        if (data17 && typeof data17 == "object" && !Array.isArray(data17)) {
                                          let missing8;
                                          if (data17.name === void 0 && (missing8 = "name") || data17.value === void 0 && (missing8 = "value"))
                                            return validate41.errors = [{ instancePath: instancePath + "/stepOutputs/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/error", schemaPath: "#/cases/failed/properties/stepOutputs/additionalProperties/cases/failed/properties/error/required", keyword: "required", params: { missingProperty: missing8 }, schema: schema52.cases.failed.properties.stepOutputs.additionalProperties.cases.failed.properties.error.required, parentSchema: schema52.cases.failed.properties.stepOutputs.additionalProperties.cases.failed.properties.error, data: data17 }], !1;
                                          if (data17.name !== void 0) {
                                            let data18 = data17.name;
                                            const _errs51 = errors;
                                            if (typeof data18 != "string")
                                              return validate41.errors = [{ instancePath: instancePath + "/stepOutputs/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/error/name", schemaPath: "#/cases/failed/properties/stepOutputs/additionalProperties/cases/failed/properties/error/properties/name/type", keyword: "type", params: { type: "string" }, schema: schema52.cases.failed.properties.stepOutputs.additionalProperties.cases.failed.properties.error.properties.name.type, parentSchema: schema52.cases.failed.properties.stepOutputs.additionalProperties.cases.failed.properties.error.properties.name, data: data18 }], !1;
                                            var valid19 = _errs51 === errors;
                                          } else
                                            var valid19 = !0;
                                          if (valid19)
                                            if (data17.value !== void 0) {
                                              let data19 = data17.value;
                                              const _errs53 = errors;
                                              if (typeof data19 != "string")
                                                return validate41.errors = [{ instancePath: instancePath + "/stepOutputs/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/error/value", schemaPath: "#/cases/failed/properties/stepOutputs/additionalProperties/cases/failed/properties/error/properties/value/type", keyword: "type", params: { type: "string" }, schema: schema52.cases.failed.properties.stepOutputs.additionalProperties.cases.failed.properties.error.properties.value.type, parentSchema: schema52.cases.failed.properties.stepOutputs.additionalProperties.cases.failed.properties.error.properties.value, data: data19 }], !1;
                                              var valid19 = _errs53 === errors;
                                            } else
                                              var valid19 = !0;
                                        } else
                                          return validate41.errors = [{ instancePath: instancePath + "/stepOutputs/" + key1.replace(/~/g, "~0").replace(/\//g, "~1") + "/error", schemaPath: "#/cases/failed/properties/stepOutputs/additionalProperties/cases/failed/properties/error/type", keyword: "type", params: { type: "object" }, schema: schema52.cases.failed.properties.stepOutputs.additionalProperties.cases.failed.properties.error.type, parentSchema: schema52.cases.failed.properties.stepOutputs.additionalProperties.cases.failed.properties.error, data: data17 }], !1;
                                      var valid18 = _errs49 === errors;
                                    } else
                                      var valid18 = !0;
                                } else
                                  return validate41.errors = [{ instancePath: instancePath + "/stepOutputs/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/cases/failed/properties/stepOutputs/additionalProperties/cases/failed/type", keyword: "type", params: { type: "object" }, schema: schema52.cases.failed.properties.stepOutputs.additionalProperties.cases.failed.type, parentSchema: schema52.cases.failed.properties.stepOutputs.additionalProperties.cases.failed, data: data14 }], !1;
                              props2 !== !0 && (props2 = props2 || {}, props2.status = !0, props2.error = !0);
                            } else
                              return validate41.errors = [{ instancePath: instancePath + "/stepOutputs/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/cases/failed/properties/stepOutputs/additionalProperties/selectBy", keyword: "selectBy", params: {}, schema: "status", parentSchema: schema52.cases.failed.properties.stepOutputs.additionalProperties, data: data14 }], !1;
                          } else
                            return validate41.errors = [{ instancePath: instancePath + "/stepOutputs/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/cases/failed/properties/stepOutputs/additionalProperties/type", keyword: "type", params: { type: "object" }, schema: schema52.cases.failed.properties.stepOutputs.additionalProperties.type, parentSchema: schema52.cases.failed.properties.stepOutputs.additionalProperties, data: data14 }], !1;
                        var valid13 = _errs39 === errors;
                        if (!valid13)
                          break;
                      }
                    else
                      return validate41.errors = [{ instancePath: instancePath + "/stepOutputs", schemaPath: "#/cases/failed/properties/stepOutputs/type", keyword: "type", params: { type: "object" }, schema: schema52.cases.failed.properties.stepOutputs.type, parentSchema: schema52.cases.failed.properties.stepOutputs, data: data13 }], !1;
                  var valid11 = _errs36 === errors;
                } else
                  var valid11 = !0;
            }
          } else
            return validate41.errors = [{ instancePath, schemaPath: "#/cases/failed/type", keyword: "type", params: { type: "object" }, schema: schema52.cases.failed.type, parentSchema: schema52.cases.failed, data }], !1;
        props1 !== !0 && (props1 = props1 || {}, props1.status = !0, props1.error = !0, props1.stepOutputs = !0);
      } else {
        if (errors === errors)
          if (data && typeof data == "object" && !Array.isArray(data)) {
            if (Object.keys(data).length < 1)
              return validate41.errors = [{ instancePath, schemaPath: "#/otherwise/minProperties", keyword: "minProperties", params: { limit: 1 }, schema: 1, parentSchema: schema52.otherwise, data }], !1;
            if (data.runId !== void 0) {
              let data20 = data.runId;
              const _errs57 = errors;
              if (typeof data20 != "string" && !(typeof data20 == "number" && isFinite(data20)))
                return validate41.errors = [{ instancePath: instancePath + "/runId", schemaPath: "#/otherwise/properties/runId/type", keyword: "type", params: { type: schema52.otherwise.properties.runId.type }, schema: schema52.otherwise.properties.runId.type, parentSchema: schema52.otherwise.properties.runId, data: data20 }], !1;
              if (errors === _errs57 && typeof data20 == "string" && func1(data20) < 1)
                return validate41.errors = [{ instancePath: instancePath + "/runId", schemaPath: "#/otherwise/properties/runId/minLength", keyword: "minLength", params: { limit: 1 }, schema: 1, parentSchema: schema52.otherwise.properties.runId, data: data20 }], !1;
              var valid21 = _errs57 === errors;
            } else
              var valid21 = !0;
            if (valid21) {
              if (data.status !== void 0) {
                let data21 = data.status;
                const _errs59 = errors;
                if (typeof data21 != "object" && typeof data21 != "string" && !(typeof data21 == "number" && isFinite(data21)) && typeof data21 != "boolean")
                  return validate41.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/otherwise/properties/status/type", keyword: "type", params: { type: schema52.otherwise.properties.status.type }, schema: schema52.otherwise.properties.status.type, parentSchema: schema52.otherwise.properties.status, data: data21 }], !1;
                if (data21 === "success" || data21 === "failed")
                  return validate41.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/otherwise/properties/status/excludes", keyword: "excludes", params: {}, schema: schema52.otherwise.properties.status.excludes, parentSchema: schema52.otherwise.properties.status, data: data21 }], !1;
                var valid21 = _errs59 === errors;
              } else
                var valid21 = !0;
              if (valid21) {
                let missing9;
                if (data.stepOutputs !== void 0 && data.status === void 0 && (missing9 = "status"))
                  return validate41.errors = [{ instancePath, schemaPath: "#/otherwise/dependentRequired", keyword: "dependentRequired", params: {
                    property: "stepOutputs",
                    missingProperty: missing9,
                    depsCount: 1,
                    deps: "status"
                  }, schema: schema52.otherwise.dependentRequired, parentSchema: schema52.otherwise, data }], !1;
              }
            }
          } else
            return validate41.errors = [{ instancePath, schemaPath: "#/otherwise/type", keyword: "type", params: { type: "object" }, schema: schema52.otherwise.type, parentSchema: schema52.otherwise, data }], !1;
        props1 !== !0 && (props1 = props1 || {}, props1.runId = !0, props1.status = !0);
      }
    } else
      return validate41.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, schema: schema52.type, parentSchema: schema52, data }], !1;
  return validate41.errors = vErrors, evaluated0.props = props1, errors === 0;
}
validate41.evaluated = { dynamicProps: !0, dynamicItems: !1 };
const validator22 = validate42, schema53 = { type: "string" };
function validate42(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate42.evaluated;
  return evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), typeof data != "string" ? (validate42.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, schema: schema53.type, parentSchema: schema53, data }], !1) : (validate42.errors = vErrors, errors === 0);
}
validate42.evaluated = { dynamicProps: !1, dynamicItems: !1 };
const validator23 = validate43, schema54 = { title: "seconds or an HTTP-date", type: "string", pattern: "^([0-9]+|(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT)$" }, pattern4 = new RegExp("^([0-9]+|(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT)$", "u");
function validate43(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate43.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (typeof data == "string") {
      if (!pattern4.test(data))
        return validate43.errors = [{ instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^([0-9]+|(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT)$" }, schema: "^([0-9]+|(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT)$", parentSchema: schema54, data }], !1;
    } else
      return validate43.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, schema: schema54.type, parentSchema: schema54, data }], !1;
  return validate43.errors = vErrors, errors === 0;
}
validate43.evaluated = { dynamicProps: !1, dynamicItems: !1 };
const validator24 = validate44, schema55 = { type: "string" };
function validate44(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate44.evaluated;
  return evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), typeof data != "string" ? (validate44.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, schema: schema55.type, parentSchema: schema55, data }], !1) : (validate44.errors = vErrors, errors === 0);
}
validate44.evaluated = { dynamicProps: !1, dynamicItems: !1 };
const validator25 = validate45, schema56 = { title: "seconds or an HTTP-date", type: "string", pattern: "^([0-9]+|(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT)$" };
function validate45(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate45.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (typeof data == "string") {
      if (!pattern4.test(data))
        return validate45.errors = [{ instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^([0-9]+|(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT)$" }, schema: "^([0-9]+|(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT)$", parentSchema: schema56, data }], !1;
    } else
      return validate45.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, schema: schema56.type, parentSchema: schema56, data }], !1;
  return validate45.errors = vErrors, errors === 0;
}
validate45.evaluated = { dynamicProps: !1, dynamicItems: !1 };
const validator26 = validate46, schema57 = { type: "string" };
function validate46(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate46.evaluated;
  return evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), typeof data != "string" ? (validate46.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, schema: schema57.type, parentSchema: schema57, data }], !1) : (validate46.errors = vErrors, errors === 0);
}
validate46.evaluated = { dynamicProps: !1, dynamicItems: !1 };
const validator27 = validate47, schema58 = { title: "seconds or an HTTP-date", type: "string", pattern: "^([0-9]+|(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT)$" };
function validate47(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate47.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (typeof data == "string") {
      if (!pattern4.test(data))
        return validate47.errors = [{ instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^([0-9]+|(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT)$" }, schema: "^([0-9]+|(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT)$", parentSchema: schema58, data }], !1;
    } else
      return validate47.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, schema: schema58.type, parentSchema: schema58, data }], !1;
  return validate47.errors = vErrors, errors === 0;
}
validate47.evaluated = { dynamicProps: !1, dynamicItems: !1 };
const validator28 = validate48, schema59 = { type: "string" };
function validate48(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate48.evaluated;
  return evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), typeof data != "string" ? (validate48.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, schema: schema59.type, parentSchema: schema59, data }], !1) : (validate48.errors = vErrors, errors === 0);
}
validate48.evaluated = { dynamicProps: !1, dynamicItems: !1 };
const validator29 = validate49, schema60 = { title: "seconds or an HTTP-date", type: "string", pattern: "^([0-9]+|(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT)$" };
function validate49(data, instancePath = "") {
  let vErrors = null, errors = 0;
  const evaluated0 = validate49.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (typeof data == "string") {
      if (!pattern4.test(data))
        return validate49.errors = [{ instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^([0-9]+|(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT)$" }, schema: "^([0-9]+|(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT)$", parentSchema: schema60, data }], !1;
    } else
      return validate49.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, schema: schema60.type, parentSchema: schema60, data }], !1;
  return validate49.errors = vErrors, errors === 0;
}
validate49.evaluated = { dynamicProps: !1, dynamicItems: !1 };
const schemas = /* @__PURE__ */ new Map([["RunRequest", validator0], ["Argument", validator1], ["ArgumentValue", validator2], ["RunSucceeded", validator3], ["RunFailed", validator4], ["RunError", validator5], ["RunStarted", validator6], ["StepOutputs", validator7], ["StepSucceeded", validator8], ["StepFailed", validator9], ["StepError", validator10], ["Manifest", validator11], ["Toolset", validator12], ["Tool", validator13], ["ToolParameter", validator14], ["ExecuteRequest", validator15], ["Execution", validator16], ["ExecutionError", validator17], ["WorkflowServiceError", validator18], ["RegistryError", validator19], ["FurtherFields", validator20]]), requestBodies = /* @__PURE__ */ new Map([["runPublishedWorkflow", validator0], ["executeTool", validator15]]), responses = /* @__PURE__ */ new Map([["runPublishedWorkflow", /* @__PURE__ */ new Map([[200, { body: validator21, headers: [] }], [202, { body: validator6, headers: [] }], [400, { body: validator18, headers: [] }], [401, { body: validator18, headers: [{ name: "WWW-Authenticate", required: !1, validate: validator22 }] }], [403, { body: validator18, headers: [] }], [404, { body: validator18, headers: [] }], [429, { body: validator18, headers: [{ name: "Retry-After", required: !0, validate: validator23 }] }], [504, { body: validator18, headers: [] }]])], ["getPublicManifest", /* @__PURE__ */ new Map([[200, { body: validator11, headers: [] }], [400, { body: validator19, headers: [] }], [401, { body: validator19, headers: [{ name: "WWW-Authenticate", required: !1, validate: validator24 }] }], [404, { body: validator19, headers: [] }], [429, { body: validator19, headers: [{ name: "Retry-After", required: !0, validate: validator25 }] }]])], ["getOrganizationManifest", /* @__PURE__ */ new Map([[200, { body: validator11, headers: [] }], [400, { body: validator19, headers: [] }], [401, { body: validator19, headers: [{ name: "WWW-Authenticate", required: !1, validate: validator26 }] }], [403, { body: validator19, headers: [] }], [404, { body: validator19, headers: [] }], [429, { body: validator19, headers: [{ name: "Retry-After", required: !0, validate: validator27 }] }]])], ["executeTool", /* @__PURE__ */ new Map([[200, { body: validator16, headers: [] }], [400, { body: validator19, headers: [] }], [401, { body: validator19, headers: [{ name: "WWW-Authenticate", required: !1, validate: validator28 }] }], [402, { body: validator19, headers: [] }], [404, { body: validator19, headers: [] }], [429, { body: validator19, headers: [{ name: "Retry-After", required: !0, validate: validator29 }] }]])]]);
export {
  requestBodies,
  responses,
  schemas
};
